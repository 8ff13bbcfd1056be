# Sourced: a git that nothing of the user's, the machine's or another repository's can move, and `commit MESSAGE DATE` of
# what is staged, as one author, so that every id is the same everywhere.
unset $(git rev-parse --local-env-vars)
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_DEFAULT_HASH=sha1
export GIT_AUTHOR_NAME='A Developer' GIT_AUTHOR_EMAIL=developer@example.org
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL

commit() {
  GIT_AUTHOR_DATE="$2" GIT_COMMITTER_DATE="$2" git commit --quiet --message "$1"
}
