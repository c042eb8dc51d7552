create table deliveries (
  id bigint generated always as identity primary key,
  -- No foreign key: thousands of rows a second would each lock the endpoint's row.
  endpoint_id bigint not null,
  -- Deliveries of one lane go in order, one after another: account:17, connection:3.
  lane text not null,
  event_type text not null,
  message_id text not null unique,
  body text not null,
  body_bytes integer not null,
  traceparent text,
  transaction_ids bigint[] not null default '{}',
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'DISCARDED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  version integer not null default 0,
  -- Attempts before it was sent again by hand: the schedule of retries begins again after them.
  earlier_attempts integer not null default 0
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index deliveries_due on deliveries (endpoint_id, next_attempt_at, id) where status = 'PENDING';
create index deliveries_created_at on deliveries using brin (created_at);
create index deliveries_endpoint_id on deliveries (endpoint_id, id);

create table delivery_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null,
  attempted_at timestamptz not null,
  status_code integer,
  error text,
  duration_ms integer not null
);
create index delivery_attempts_delivery_id on delivery_attempts (delivery_id);
