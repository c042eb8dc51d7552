#!/bin/sh
# deploy/upgrade.sh [TAG]: brings a Compose installation to the version that is checked out here. Images keep the tags of their versions,
# so that deploy/go-back.sh can return to the one before. The new version builds and migrates while the old one serves, for the schema
# of a version fits the one before it, too; then one service after another is replaced.
set -eu
cd "$(dirname "$0")/.."
services='ingestion-sync rule-engine transfer-engine webhook-dispatcher api-gateway'

deploy/new-env.sh
value_of() { sed -n "s/^$1=//p" .env | tail -n 1; }
record() { # a line of .env
  { grep -v "^$1=" .env || true; } >.env.new
  echo "$1=$2" >>.env.new
  mv .env.new "$(realpath .env)"
}

before=$(value_of TRIBUTARY_TAG)
before=${before:-local}
tag=${1:-$(git describe --tags --always --dirty 2>/dev/null | tr / -)}
[ "${tag:-local}" != local ] && [ "$tag" != "$before" ] || tag=${tag:-built}-$(date +%Y%m%d-%H%M%S)
umask 077
trap 'ended=$?; [ $ended -eq 0 ] || echo "The upgrade was not completed, and .env has the version before: see docs/how-to/go-back.md." >&2' EXIT

export TRIBUTARY_TAG="$tag"
docker compose build
if [ "$before" = local ]; then # the next `docker compose build` would take the name away from it
  before=before-$tag
  docker tag tributary:local "tributary:$before"
  record TRIBUTARY_TAG "$before"
fi
record TRIBUTARY_TAG_BEFORE "$before"
docker compose run --rm --no-TTY provision
for service in $services; do
  docker compose run --rm --no-TTY --no-deps --env MIGRATIONS=only "$service"
done
for service in $services; do
  docker compose up --detach --wait --no-deps "$service"
done
record TRIBUTARY_TAG "$tag"
docker compose up --detach --wait
echo "Upgraded from $before to $tag."
