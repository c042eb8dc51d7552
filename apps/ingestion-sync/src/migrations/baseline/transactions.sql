create table transactions (
  id bigint generated always as identity primary key,
  account_id bigint not null references financial_accounts (id) on delete cascade,
  identity_key text not null,
  identity_rank smallint not null,
  content_key text,
  content_hash text not null,
  version integer not null default 1,
  booked boolean not null,
  booking_date date,
  document jsonb not null,
  -- As the provider sent it, so that a mistake in the mapping can be mended by replay. Json, not jsonb: no query looks into
  -- it, and a row costs the server 24 µs instead of 30.
  raw json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The provider took it back: the row stays as a tombstone, with its id and version.
  removed_at timestamptz,
  -- Why the row is gone, where removed_at says that it is.
  state text not null default 'LIVE' check (state in ('LIVE', 'UNLISTED', 'WITHDRAWN', 'DELETED', 'MERGED')),
  origin text not null default 'PROVIDER' check (origin in ('PROVIDER', 'USER')),
  -- What the row is filed under: its booking date, else its value date.
  day date,
  -- What the user changed, by field; and then the document as the provider reports it.
  edits jsonb,
  provider_document jsonb,
  -- The row that shows this one since the user merged them; its own entry is still found here by the next sync.
  merged_into bigint,
  -- Of a split one: what its parts add up to, and their ids. Of a part: what it is a part of.
  split jsonb,
  split_of bigint references transactions (id) on delete cascade,
  unique (account_id, identity_key)
);
create index transactions_merged on transactions (merged_into) where merged_into is not null;
create index transactions_day on transactions (account_id, day);
create index transactions_parts on transactions (split_of) where split_of is not null;
create index transactions_pending on transactions (account_id) where not booked;

-- Rows that could not be taken: on record, sealed, until the provider sends them well.
create table rejected_transactions (
  id bigint generated always as identity primary key,
  account_id bigint not null references financial_accounts (id) on delete cascade,
  fingerprint text not null,
  provider_transaction_id text,
  reason text not null,
  raw_sealed text not null,
  count integer not null default 1,
  first_seen_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  unique (account_id, fingerprint)
);

-- Windows that had rejected rows are asked for again a few times before they are left behind.
create table held_windows (
  account_id bigint not null references financial_accounts (id) on delete cascade,
  date_from date not null,
  date_to date not null,
  attempts integer not null default 1,
  primary key (account_id, date_from, date_to)
);

create table settlements (
  id bigint generated always as identity primary key,
  account_id bigint not null references financial_accounts (id) on delete cascade,
  version integer not null default 1,
  status text not null check (status in ('OPEN', 'MERGED', 'ACCEPTED', 'DISMISSED', 'UNDONE', 'SUPERSEDED')),
  -- The row of each side by itself; null where it never had one.
  pending_transaction_id bigint,
  booked_transaction_id bigint,
  -- The pending entry as it was, so that it can be had back.
  pending_key text not null,
  pending_rank smallint not null,
  pending_hash text not null,
  pending_day date,
  pending_document jsonb not null,
  pending_raw json not null,
  -- The bank lists it beside the booked entry still.
  pending_listed boolean not null,
  -- How the provider calls the booked entry, and what it said of it: key, amount, date, name.
  booked jsonb not null,
  evidence jsonb not null,
  -- Who saw that the two are one: the evidence, or the user, who merged them by hand.
  origin text not null default 'MATCHED' check (origin in ('MATCHED', 'USER_SETTLEMENT', 'USER_DUPLICATE')),
  -- Of a merge by hand: the row that shows both, whether the two rows hold each other's entry, and which edits of the
  -- other row the kept one took over.
  kept_transaction_id bigint,
  swapped boolean not null default false,
  filled_edits jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index settlements_account on settlements (account_id, status);
create index settlements_kept on settlements (kept_transaction_id) where kept_transaction_id is not null;

create table reprocessings (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  -- In the order in which they are worked off.
  account_ids bigint[] not null,
  transactions_total integer not null,
  transactions_done integer not null default 0,
  transactions_changed integer not null default 0,
  -- Rows that the mapping of now cannot read, or takes for something else: they stay as they are.
  transactions_unreadable integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  version bigint not null default 1
);
create index reprocessings_open on reprocessings (id) where finished_at is null;

-- Two transactions of one user that move money between their own accounts, or may. Kept by user: the accounts may go.
create table transfer_pairs (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  version bigint not null default 1,
  status text not null check (status in ('PROPOSED', 'CONFIRMED', 'REJECTED', 'ENDED')),
  origin text not null check (origin in ('MATCHED', 'USER')),
  outgoing_transaction_id bigint not null,
  outgoing_account_id bigint not null,
  outgoing_day date not null,
  incoming_transaction_id bigint not null,
  incoming_account_id bigint not null,
  incoming_day date not null,
  -- Of what comes in.
  amount text not null,
  currency text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (outgoing_transaction_id, incoming_transaction_id)
);
create index transfer_pairs_incoming on transfer_pairs (incoming_transaction_id);
create index transfer_pairs_user on transfer_pairs (user_id);
create index transfer_pairs_outgoing_account on transfer_pairs (outgoing_account_id);
create index transfer_pairs_incoming_account on transfer_pairs (incoming_account_id);
-- A transaction is in one confirmed pair, and in one proposal.
create unique index transfer_pairs_one_outgoing on transfer_pairs (outgoing_transaction_id, status)
  where status in ('PROPOSED', 'CONFIRMED');
create unique index transfer_pairs_one_incoming on transfer_pairs (incoming_transaction_id, status)
  where status in ('PROPOSED', 'CONFIRMED');

-- Months of users whose transactions changed: they are searched for transfers between the user's accounts.
create table transfer_searches (
  user_id bigint not null,
  month date not null,
  due_at timestamptz not null default now(),
  primary key (user_id, month)
);
create index transfer_searches_due on transfer_searches (due_at);
