#!/usr/bin/env bash
# What a colleague pushes in between: one more commit on the branch of the repository that this is run in.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/commit.sh"

sed -i.old 's/return true;/return given.length === token.length;/' src/auth.ts && rm src/auth.ts.old
git add src/auth.ts
commit 'fix: a longer text is no token' 2026-01-03T09:00:00Z
