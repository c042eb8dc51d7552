#!/bin/sh
# deploy/backup.sh FILE: a dump of the Compose deployment's database as it is at a backup point, while everything runs.
# `pg_dump` is the one of the database's own container. Keep .secrets/secrets.env, without which the dump is of no use, in another place.
set -eu
file=$(realpath "${1:?name a file}")
cd "$(dirname "$0")/.."
umask 077
name=tributary-backup-point
# The snapshot lives as long as the command beside it, which ends when the dump is there.
docker compose run --rm --no-TTY --name "$name" operator backup-point -- \
  sh -c 'echo snapshot {snapshot}; until [ -e /tmp/dumped ]; do sleep 1; done' </dev/null | {
  dumped=1
  while read -r word snapshot; do
    if [ "$word" != snapshot ]; then
      echo "$word $snapshot" # what the point is called
      continue
    fi
    dumped=0
    docker compose exec --no-TTY postgres pg_dump --username=postgres --dbname=tributary --format=custom \
      --snapshot="$snapshot" </dev/null >"$file.part" || dumped=1
    docker exec "$name" touch /tmp/dumped
  done
  [ "$dumped" = 0 ] || { rm -f "$file.part" && echo 'No backup was made.' >&2 && exit 1; }
}
mv "$file.part" "$file"
docker compose run --rm --no-TTY operator backups note </dev/null >/dev/null # for the metric of its age
