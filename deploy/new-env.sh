#!/bin/sh
# Writes .env (or the file that is named) with fresh secrets, readable by you alone. Of a file that is there already it
# changes nothing, and adds the secrets that a newer version needs. It needs openssl.
set -eu
cd "$(dirname "$0")/.."
file=${1:-.env}
umask 077
touch "$file"

has() { grep -q "^$1=." "$file"; }
add() { has "$1" || { echo "$1=$2" >>"$file" && echo "added: $1"; }; }
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64; }
# The 16 bytes are what stands before an Ed25519 key in the form that openssl reads.
public_key() {
  { printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040' && echo "$1" | base64 -d; } |
    openssl pkey -inform DER -pubout -outform DER | tail -c 32 | base64
}

for name in POSTGRES API_GATEWAY_DATABASE INGESTION_SYNC_DATABASE RULE_ENGINE_DATABASE \
  TRANSFER_ENGINE_DATABASE WEBHOOK_DISPATCHER_DATABASE; do
  add "${name}_PASSWORD" "$(password)"
done
for name in PROVISION API_GATEWAY INGESTION_SYNC RULE_ENGINE TRANSFER_ENGINE WEBHOOK_DISPATCHER; do
  add "${name}_KAFKA_PASSWORD" "$(password)"
done

# One key for all services is what older versions had: it still opens what it sealed.
if has ENCRYPTION_KEY; then add ENCRYPTION_KEYS_ACCEPTED "$(sed -n 's/^ENCRYPTION_KEY=//p' "$file")"; fi
for name in API_GATEWAY INGESTION_SYNC RULE_ENGINE TRANSFER_ENGINE WEBHOOK_DISPATCHER; do
  add "${name}_ENCRYPTION_KEY" "$(key)"
done
for name in INGESTION_SYNC RULE_ENGINE TRANSFER_ENGINE WEBHOOK_DISPATCHER; do
  add "${name}_COMMAND_KEY" "$(key)"
done
add COMMAND_SIGNING_KEY "$(key)"
add COMMAND_VERIFY_KEYS "$(public_key "$(sed -n 's/^COMMAND_SIGNING_KEY=//p' "$file")")"
echo "$file is complete. Keep a copy of it separate from your backups: without its keys users must connect again."
