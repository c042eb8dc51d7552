create table user_erasures (
  -- Cannot be guessed: whoever has it can read the progress, since the tokens have ended.
  id uuid default gen_random_uuid() primary key,
  user_id bigint not null unique,
  -- The user, and those whom apps of theirs managed.
  user_ids bigint[] not null,
  -- Services that have erased all of them.
  services text[] not null default '{}',
  rows_erased bigint not null default 0,
  requested_at timestamptz not null default now(),
  erased_at timestamptz
);

create table user_exports (
  id uuid default gen_random_uuid() primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  -- The service that is being asked, by its place, and where its data goes on.
  service integer not null default 0,
  -- Pieces that are there; whoever adds the next one must have seen this many.
  parts integer not null default 0,
  lines bigint not null default 0,
  bytes bigint not null default 0,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz
);

create table user_export_parts (
  export_id uuid not null references user_exports (id) on delete cascade,
  place integer not null,
  -- Compressed by itself: pieces one after another are one compressed file.
  content bytea not null,
  primary key (export_id, place)
);
