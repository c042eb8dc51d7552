#!/bin/sh
# Writes .env with fresh secrets for docker-compose.yml, readable by you alone; never overwrites one.
set -eu
cd "$(dirname "$0")/.."
file=${1:-.env}

if [ -e "$file" ]; then
  echo "$file exists already: it holds the keys of your data, so it stays as it is." >&2
  exit 1
fi

password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

umask 077
{
  for name in POSTGRES API_GATEWAY_DATABASE INGESTION_SYNC_DATABASE RULE_ENGINE_DATABASE \
    TRANSFER_ENGINE_DATABASE WEBHOOK_DISPATCHER_DATABASE; do
    echo "${name}_PASSWORD=$(password)"
  done
  echo "ENCRYPTION_KEY=$(head -c 32 /dev/urandom | base64)"
} >"$file"
echo "Written: $file. Keep a copy of ENCRYPTION_KEY where your backups are not."
