create table webhook_endpoints (
  id bigserial primary key,
  version integer not null,
  user_id bigint not null,
  url text not null,
  description text,
  enabled boolean not null,
  type text not null,
  events text[] not null,
  payload_version text not null,
  financial_account_ids jsonb,
  omit_sensitive_identifiers boolean not null,
  redact_sensitive boolean not null,
  secret text not null,
  health jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- [{secret, valid_until}], sealed: they sign beside the present one.
  retired_secrets jsonb not null default '[]',
  -- Of the token that registered it; null: all.
  granted_scopes text[],
  -- Null: made with the owner's own, unrestricted token.
  grant_id text,
  -- Since when less may be read: what was made before is not sent again.
  narrowed_at timestamptz,
  paused jsonb
);
create index webhook_endpoints_user_id on webhook_endpoints (user_id);
create index webhook_endpoints_grant_id on webhook_endpoints (grant_id) where grant_id is not null;

-- Who sends to an endpoint now, and how that goes. Apart from the endpoint, whose version it must not raise.
create table sending_states (
  endpoint_id bigint primary key references webhook_endpoints (id) on delete cascade,
  fence bigint not null default 0,
  lease_until timestamptz,
  -- The endpoint asked for a rest (Retry-After).
  paused_until timestamptz not null default '-infinity',
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_attempt_at timestamptz,
  last_error text,
  last_success_at timestamptz
) with (fillfactor = 50);

-- Endpoints that are gone, and what of theirs is still to be erased.
create table erasures (
  endpoint_id bigint primary key
);
