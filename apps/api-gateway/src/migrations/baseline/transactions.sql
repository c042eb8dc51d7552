create function day_or_null(value text) returns date language plpgsql stable as $$
begin
  return case when value ~ '^\d{4}-\d{2}-\d{2}$' then value::date end;
exception when datetime_field_overflow then
  return null;
end $$;

create function instant_or_null(value text) returns timestamptz language plpgsql stable as $$
begin
  return case
    when value ~* '^\d{4}-.*(Z|[+-]\d{2}:?\d{2})$' then value::timestamptz
    when value ~ '^\d{4}-' then (value || 'Z')::timestamptz
  end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end $$;

create function searched_text(document jsonb, amount numeric) returns bytea language plpgsql immutable as $$
declare
  bytes_max constant integer := 2000;
  holder constant text := coalesce(
    document ->> 'holder', case when amount < 0 then 'debtor' when amount >= 0 then 'creditor' end);
  remittance constant jsonb := document -> 'remittance_information';
  mapped constant jsonb := document -> 'mapped_fields';
  party text;
  part text;
  seen text := '';
  names text[] := '{}';
  hidden text := '';
  searched bytea;
begin
  if document is null then return null; end if;
  foreach party in array array['debtor', 'creditor'] loop
    if party = holder then
      hidden := concat_ws(E'\n', document -> party ->> 'name', document ->> ('ultimate_' || party));
    else
      names := names || (document -> party ->> 'name') || (document ->> ('ultimate_' || party));
    end if;
  end loop;
  foreach part in array array[
    remittance ->> 'unstructured', remittance ->> 'structured', document ->> 'additional_information',
    mapped ->> 'description', mapped ->> 'payee',
    remittance ->> 'unstructured_array', remittance ->> 'structured_array'
  ] || names loop
    part := lower(part);
    if part is not null and strpos(seen, part) = 0 then seen := seen || part || E'\n'; end if;
  end loop;
  searched := convert_to(
    translate(seen, E'\x01', ' ') || E'\x01' || translate(lower(hidden), E'\x01', ' '), 'UTF8');
  return case when octet_length(searched) <= bytes_max then searched end;
end $$;

create table transactions (
  user_id bigint not null,
  id bigint not null,
  account_id bigint not null,
  shaped_version bigint not null,
  removed boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its position among the changes of the user's transactions (docs/decisions/changes-and-stream.md); infinite until a
  -- rebuild's swap gives one.
  changed_at timestamptz not null,
  booked boolean,
  currency text,
  amount numeric,
  booking_date date,
  booking_datetime timestamptz,
  value_date date,
  value_datetime timestamptz,
  quotation_date text,
  mapped_date date,
  -- As the provider sent it, so that a mistake in the mapping can be mended by replay.
  raw jsonb,
  shaped jsonb,
  -- Whether it is split ('SPLIT', 'REVIEW'), a part of another one ('PART') or neither ('NONE').
  split text,
  -- Counts by itself: a split one is there, and its parts count.
  counts boolean generated always as (not removed and coalesce(split, 'NONE') in ('NONE', 'PART')) stored,
  searched bytea generated always as (searched_text(coalesce(shaped, raw), amount)) stored,
  primary key (user_id, id) include (account_id, removed, counts)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index transactions_by_account on transactions (account_id, id) include (user_id, removed, counts);
create index transactions_typed on transactions (user_id, id) include (account_id, booked, currency, amount, booking_date, booking_datetime, value_date, value_datetime, quotation_date, mapped_date, created_at, updated_at) where counts;
create index transactions_searched on transactions (user_id, id) include (account_id, searched) where counts;
create index transactions_search_overflow on transactions (user_id, id) where counts and (searched is null);

create index transactions_by_change on transactions (user_id, changed_at) include (id, account_id, removed, counts);
create index transactions_without_position on transactions (user_id, id) where changed_at = 'infinity';

-- The last position that was given to a change of the user's transactions. A writer that
-- gives one locks the row until its commit.
create table change_clocks (
  user_id bigint primary key,
  reserved_until timestamptz not null,
  -- How many positions the last writer took, a microsecond each.
  reserved bigint not null
);

create table transaction_counts (
  user_id bigint not null,
  account_id bigint not null,
  transactions bigint not null,
  primary key (user_id, account_id)
);

create function count_transactions() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from transaction_counts;
  elsif tg_op = 'INSERT' then
    insert into transaction_counts as c (user_id, account_id, transactions)
      select user_id, account_id, count(*) from added where counts group by user_id, account_id
       order by user_id, account_id
      on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
  elsif tg_op = 'DELETE' then
    insert into transaction_counts as c (user_id, account_id, transactions)
      select user_id, account_id, -count(*) from gone where counts group by user_id, account_id
       order by user_id, account_id
      on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
  else
    insert into transaction_counts as c (user_id, account_id, transactions)
      select user_id, account_id, sum(change) from (
          select user_id, account_id, 1 as change from added where counts
          union all
          select user_id, account_id, -1 from gone where counts) changed
       group by user_id, account_id having sum(change) <> 0
       order by user_id, account_id
      on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
  end if;
  return null;
end $$;

create trigger transactions_added after insert on transactions
  referencing new table as added for each statement execute function count_transactions();

create trigger transactions_changed after update on transactions
  referencing old table as gone new table as added for each statement execute function count_transactions();

create trigger transactions_gone after delete on transactions
  referencing old table as gone for each statement execute function count_transactions();

create trigger transactions_emptied after truncate on transactions
  for each statement execute function count_transactions();
