#!/bin/sh
# Makes the secrets of an installation. Of those that are there already it changes none, and adds what a newer version needs.
#   deploy/new-env.sh        for Compose: all of them in .secrets/secrets.env, and each container's as files in .secrets/<container>.
#                            Secrets in .env, where older versions kept them, move there.
#   deploy/new-env.sh FILE   for other deployments: all of them as lines NAME=value in FILE.
# It needs openssl.
set -eu
cd "$(dirname "$0")/.."
umask 077
file=${1:-.secrets/secrets.env}
env=
if [ $# -eq 0 ]; then
  touch .env
  env=$(realpath .env)
  mkdir -p .secrets
  chmod 700 .secrets # nobody else on this machine gets past it; the files in it have to be readable for the containers' users
fi
touch "$file"

SERVICES='API_GATEWAY INGESTION_SYNC RULE_ENGINE TRANSFER_ENGINE WEBHOOK_DISPATCHER'
COMMANDED='INGESTION_SYNC RULE_ENGINE TRANSFER_ENGINE WEBHOOK_DISPATCHER'
# Secrets that an operator may set besides, and the services that read them.
# begin generated
OPTIONAL='
api-gateway:ENCRYPTION_KEYS_ACCEPTED
ingestion-sync:ENCRYPTION_KEYS_ACCEPTED
rule-engine:ENCRYPTION_KEYS_ACCEPTED
transfer-engine:ENCRYPTION_KEYS_ACCEPTED
webhook-dispatcher:ENCRYPTION_KEYS_ACCEPTED
api-gateway:METRICS_TOKEN
ingestion-sync:METRICS_TOKEN
rule-engine:METRICS_TOKEN
transfer-engine:METRICS_TOKEN
webhook-dispatcher:METRICS_TOKEN
api-gateway:SMTP_URL
api-gateway:OAUTH_OPERATOR_SECRET
ingestion-sync:PROVIDER_A_SECRET_KEY
ingestion-sync:PROVIDER_B_PRIVATE_KEY_PEM
ingestion-sync:PROVIDER_C_CONSUMER_KEY
transfer-engine:BUDGETA_CLIENT_SECRET
transfer-engine:SHEETS_CLIENT_SECRET
transfer-engine:WORKSPACE_CLIENT_SECRET
'
# end generated

value_of() { sed -n "s/^$1=//p" "${2:-$file}" | tail -n 1 | sed 's/[[:space:]]*$//'; }
has() { [ -n "$(value_of "$1")" ]; }
add() { has "$1" || { echo "$1=$2" >>"$file" && echo "added: $1"; }; }
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64; }
# The 16 bytes are what stands before an Ed25519 key in the form that openssl reads.
public_key() {
  { printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040' && echo "$1" | base64 -d; } |
    openssl pkey -inform DER -pubout -outform DER | tail -c 32 | base64
}

# What Compose makes of a value of .env; fails where that is more than this script knows (several lines, variables, comments).
unquoted() {
  case $1 in
    \'?*\') plain=${1#?} && plain=${plain%?} && case $plain in *\'*) return 1 ;; esac ;;
    \"?*\") plain=${1#?} && plain=${plain%?} && case $plain in *[\"\$\\]*) return 1 ;; esac ;;
    *[\'\"\$\\]* | *' #'*) return 1 ;;
    *) plain=$1 ;;
  esac
  printf %s "$plain"
}

# Into $file first: .env loses its lines when all of them are there. Where the two differ, nothing is changed.
movable() {
  written=$(value_of "$1" "$env")
  [ -n "$written" ] || return 0
  if ! value=$(unquoted "$written"); then
    echo "left in .env, for its value is not plain: $1 (see docs/how-to/secrets-of-compose.md)" >&2
    return 0
  fi
  known=$(value_of "$1")
  if [ -n "$known" ] && [ "$known" != "$value" ]; then
    echo "$1 has one value in .env and another one in $file: remove the one that does not hold." >&2
    exit 1
  fi
  echo "$1"
}
if [ -n "$env" ]; then
  names='POSTGRES_PASSWORD PROVISION_KAFKA_PASSWORD ENCRYPTION_KEY COMMAND_SIGNING_KEY'
  for name in $SERVICES; do
    for secret in DATABASE_PASSWORD KAFKA_PASSWORD ENCRYPTION_KEY COMMAND_KEY; do names="$names ${name}_$secret"; done
  done
  names="$names $(for secret in $OPTIONAL; do echo "${secret#*:}"; done | sort -u)"
  moved=$(for name in $names; do movable "$name" || exit 1; done)
  for name in $moved; do
    [ -n "$(value_of "$name")" ] || echo "$name=$(unquoted "$(value_of "$name" "$env")")" >>"$file"
  done
  if [ -n "$moved" ]; then
    grep -v -E "^($(echo $moved | tr ' ' '|'))=" "$env" >"$env.new" || true # no line may be left
    mv "$env.new" "$env"
    echo "moved from .env to $file:" $moved
  fi
fi

add POSTGRES_PASSWORD "$(password)"
for name in $SERVICES; do add "${name}_DATABASE_PASSWORD" "$(password)"; done
for name in PROVISION $SERVICES; do add "${name}_KAFKA_PASSWORD" "$(password)"; done

# One key for all services is what older versions had: it still opens what it sealed.
if has ENCRYPTION_KEY; then add ENCRYPTION_KEYS_ACCEPTED "$(value_of ENCRYPTION_KEY)"; fi
for name in $SERVICES; do add "${name}_ENCRYPTION_KEY" "$(key)"; done
for name in $COMMANDED; do add "${name}_COMMAND_KEY" "$(key)"; done
add COMMAND_SIGNING_KEY "$(key)"
if [ -z "$env" ]; then
  add COMMAND_VERIFY_KEYS "$(public_key "$(value_of COMMAND_SIGNING_KEY)")"
  echo "$file is complete. Keep a copy of it separate from your backups: without its keys users must connect again."
  exit
fi

# From here on for Compose. Containers mount a folder each, past .secrets itself, and read in it as users of their own.
container_of() { echo "$1" | tr A-Z_ a-z-; }
put() {
  mkdir -p ".secrets/$1" && chmod 755 ".secrets/$1"
  [ -f ".secrets/$1/$2" ] && [ "$(cat ".secrets/$1/$2")" = "$3" ] && return 0
  echo "$3" >".secrets/$1/.$2.new" && chmod 444 ".secrets/$1/.$2.new" && mv -f ".secrets/$1/.$2.new" ".secrets/$1/$2"
}
set_in_env() { [ -n "$(value_of "$1" "$env")" ] || echo "$1=$2" >>"$env"; }

command_keys=
for name in $COMMANDED; do
  service=$(container_of "$name")
  put "$service" COMMAND_KEY "$(value_of "${name}_COMMAND_KEY")"
  command_keys="$command_keys,$service=$(value_of "${name}_COMMAND_KEY")"
done
put api-gateway COMMAND_KEYS "${command_keys#,}"
put api-gateway COMMAND_SIGNING_KEY "$(value_of COMMAND_SIGNING_KEY)"
for name in $SERVICES; do
  service=$(container_of "$name")
  role=$(echo "$name" | tr A-Z a-z)
  put "$service" DATABASE_URL "postgres://$role:$(value_of "${name}_DATABASE_PASSWORD")@postgres:5432/tributary"
  put "$service" KAFKA_SASL_PASSWORD "$(value_of "${name}_KAFKA_PASSWORD")"
  put "$service" ENCRYPTION_KEY "$(value_of "${name}_ENCRYPTION_KEY")"
  put provision "${name}_DATABASE_PASSWORD" "$(value_of "${name}_DATABASE_PASSWORD")"
done
for container in provision operator; do
  put $container DATABASE_ADMIN_URL "postgres://postgres:$(value_of POSTGRES_PASSWORD)@postgres:5432/tributary"
  put $container KAFKA_SASL_PASSWORD "$(value_of PROVISION_KAFKA_PASSWORD)"
done
for name in PROVISION $SERVICES; do put kafka-users "${name}_KAFKA_PASSWORD" "$(value_of "${name}_KAFKA_PASSWORD")"; done
put postgres POSTGRES_PASSWORD "$(value_of POSTGRES_PASSWORD)"
for secret in $OPTIONAL; do
  name=${secret#*:}
  has "$name" || continue
  put "${secret%%:*}" "$name" "$(value_of "$name")"
  set_in_env "${name}_FILE" "/run/secrets/$name"
done
set_in_env COMMAND_VERIFY_KEYS "$(public_key "$(value_of COMMAND_SIGNING_KEY)")"
set_in_env SECRETS_FOLDER ./.secrets
echo ".env and .secrets are complete. Keep a copy of .secrets/secrets.env separate from your backups: without its keys users must connect again."
