-- Documents are json, not jsonb: nothing searches inside them, and text is cheaper to write and keeps its order.
create table shaped_transactions (
  transaction_id bigint primary key,
  account_id bigint not null,
  user_id bigint not null,
  raw_version integer not null,
  -- raw_version and one more for each reshape: the same whichever events came twice or late.
  shaped_version integer not null,
  removed boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Null only for a removal that came before its transaction.
  raw json,
  -- Null where the rules of the account leave the raw document as it is.
  shaped json,
  hash text not null,
  outputs json not null,
  -- Digests of what the rules did, so that the same effect is logged once, however often it is shaped.
  effects json not null,
  -- What was undone on the transaction, as place:rule:action:field (place 0 is the account, else the link).
  suppressions json not null default '[]',
  check (removed or (raw is not null))
);
create index shaped_transactions_account on shaped_transactions (account_id, transaction_id);

create table rule_logs (
  id bigint generated always as identity primary key,
  kind text not null,
  rule_id bigint not null,
  action_id bigint,
  action_type text,
  transaction_id bigint not null,
  account_id bigint not null,
  user_id bigint not null,
  transfer_link_id bigint,
  field_name text,
  previous_value text,
  new_value text,
  error text,
  created_at timestamptz(3) not null,
  -- The log that this one took back.
  undoes bigint,
  undone boolean not null default false
);
create index rule_logs_transaction on rule_logs (account_id, transaction_id);
create unique index rule_logs_undoes on rule_logs (undoes) where undoes is not null;
create index rule_logs_age on rule_logs using brin (created_at) with (autosummarize = on);
