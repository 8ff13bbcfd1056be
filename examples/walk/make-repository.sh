#!/usr/bin/env bash
# Makes the repository of this walk in a new temporary folder and prints where it is: `main`, and on `token-login` one
# change that lets a user log in by token. Dates, names and settings are fixed, so that every commit id is the same
# everywhere, and the packets beside this file can name them.
set -euo pipefail
walk=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$walk/commit.sh"

folder=$(mktemp -d)
cd "$folder"
git init --quiet --template= --initial-branch=main
cp -R "$walk/base/." . && git add --all
commit 'feat: sessions' 2026-01-01T09:00:00Z
git switch --quiet --create token-login
cp -R "$walk/head/." . && git add --all
commit 'feat: log in by token' 2026-01-02T09:00:00Z
echo "$folder"
