#!/bin/bash
# What the image's own does with the variables that we set.
set -Eeo pipefail
if [ -n "$POSTGRES_PASSWORD_FILE" ]; then
  if [ -n "$POSTGRES_PASSWORD" ]; then
    echo 'error: both POSTGRES_PASSWORD and POSTGRES_PASSWORD_FILE are set (but are exclusive)' >&2
    exit 1
  fi
  POSTGRES_PASSWORD=$(<"$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  unset POSTGRES_PASSWORD_FILE
fi
if [ "$1" = postgres ] && [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA" && find "$PGDATA" \! -user postgres -exec chown postgres '{}' +
  exec gosu postgres "${BASH_SOURCE[0]}" "$@"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "$POSTGRES_PASSWORD" ]; then
    echo 'Error: Database is uninitialized and superuser password is not specified.' >&2
    exit 1
  fi
  mkdir -p "$PGDATA"
  initdb --username="${POSTGRES_USER:=postgres}" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD")
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >>"$PGDATA/postgresql.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  [ "${POSTGRES_DB:=$POSTGRES_USER}" = postgres ] ||
    psql -v ON_ERROR_STOP=1 --no-psqlrc --username "$POSTGRES_USER" --dbname postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
