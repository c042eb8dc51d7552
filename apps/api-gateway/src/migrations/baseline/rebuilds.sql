create table query_model_rebuilds (
  -- The milliseconds at which it was asked for: later ones are higher, also after a restored backup.
  id bigint primary key,
  -- Of the operator's request, which may be carried out twice.
  request text not null unique,
  state text not null check (state in ('FILLING', 'DONE', 'CANCELLED', 'FAILED')),
  -- The newest migration at its beginning: tables that were made before an upgrade do not fit after it.
  migration bigint not null,
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text
);
create unique index query_model_rebuilds_one on query_model_rebuilds ((true)) where state = 'FILLING';

-- How far each owner is with its replay.
create table query_model_replays (
  rebuild_id bigint not null references query_model_rebuilds (id),
  service text not null,
  rows_replayed bigint not null default 0,
  rows_total bigint,
  -- Null until the last one is applied.
  messages bigint,
  primary key (rebuild_id, service)
);

-- The messages that are applied; one that comes twice counts once.
create table query_model_replayed_messages (
  rebuild_id bigint not null,
  service text not null,
  message bigint not null,
  primary key (rebuild_id, service, message)
);

-- For whoever writes to the query model: until the end of the transaction there is no swap, and no beginning or
-- end of a rebuild. Gives the rebuild under way, if there is one.
create function join_query_model() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(current_schema() || ':query-model', 0));
  return (select id from query_model_rebuilds
           where state = 'FILLING' and migration = (select max(m.id) from migrations m));
end $$;
