#!/bin/sh
# deploy/go-back.sh: returns a Compose installation to the image that ran before the last deploy/upgrade.sh. Check out that version first.
# The schema stays the newer one, which fits the version before it.
set -eu
cd "$(dirname "$0")/.."
umask 077
value_of() { sed -n "s/^$1=//p" .env | tail -n 1; }
record() { # a line of .env
  { grep -v "^$1=" .env || true; } >.env.new
  echo "$1=$2" >>.env.new
  mv .env.new "$(realpath .env)"
}

tag=$(value_of TRIBUTARY_TAG_BEFORE)
tag=${tag:-$(value_of TRIBUTARY_TAG)} # an upgrade that was not completed
docker image inspect "tributary:${tag:?There is no version before}" >/dev/null
export TRIBUTARY_TAG="$tag"
for service in ingestion-sync rule-engine transfer-engine webhook-dispatcher api-gateway backup; do
  docker compose up --detach --wait --no-deps "$service"
done
record TRIBUTARY_TAG "$tag"
echo "Back at $tag."
