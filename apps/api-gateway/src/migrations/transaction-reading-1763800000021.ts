import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What `search` looks through, in lower case: the account holder's names, U+0001, everything else. So a token that
 * may not see the holder looks behind that character. A text that is too long for the index is null here and is
 * looked for in the document.
 */
const SEARCHED_TEXT = `
  create function searched_text(document jsonb, amount numeric) returns bytea language plpgsql immutable as $$
  declare
    bytes_max constant integer := 2000;
    holder constant text := case when amount < 0 then 'debtor' when amount >= 0 then 'creditor' end;
    party text;
    part text;
    hidden text := '';
    seen text := '';
    searched bytea;
  begin
    if document is null then return null; end if;
    foreach party in array array['debtor', 'creditor'] loop
      part := concat_ws(E'\\n', document -> party ->> 'name', document ->> ('ultimate_' || party));
      if party = holder then hidden := part; else seen := seen || part || E'\\n'; end if;
    end loop;
    -- Friendly fields mostly repeat what is there already: shorter texts are searched faster.
    foreach part in array array[
      document #>> '{remittance_information,unstructured}',
      document #>> '{remittance_information,structured}',
      document ->> 'additional_information',
      document #>> '{mapped_fields,payee}',
      document #>> '{mapped_fields,description}',
      document #>> '{remittance_information,unstructured_array}',
      document #>> '{remittance_information,structured_array}'
    ] loop
      if part is not null and strpos(seen, part) = 0 then seen := seen || part || E'\\n'; end if;
    end loop;
    searched := convert_to(
      lower(translate(hidden, E'\\x01', ' ') || E'\\x01' || translate(seen, E'\\x01', ' ')), 'UTF8');
    return case when octet_length(searched) <= bytes_max then searched end;
  end $$`;

/**
 * Two narrow copies of a user's transactions, in order and apart from everyone else's: a filter, a sort or a search
 * reads all of them there, without the documents.
 */
const INDEXES = [
  `create index transactions_searched on transactions (user_id, id) include (account_id, searched)
    where not removed`,
  `create index transactions_search_overflow on transactions (user_id, id)
    where not removed and searched is null`,
  `create index transactions_typed on transactions (user_id, id) include (account_id, booked, currency, amount,
      booking_date, booking_datetime, value_date, value_datetime, quotation_date, mapped_date, created_at, updated_at)
    where not removed`,
  'create index transfers_by_user on transfers (user_id, status, transaction_id)',
];

/** Index-only reading needs a fresh visibility map: with the defaults a fifth of the table could be without. */
const VACUUM = `
  alter table transactions set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)`;

/** How many transactions each account shows: kept with every statement, so that a total need not count them. */
const COUNTS = [
  `create table transaction_counts (
    user_id bigint not null,
    account_id bigint not null,
    transactions bigint not null,
    primary key (user_id, account_id)
  )`,
  `insert into transaction_counts (user_id, account_id, transactions)
    select user_id, account_id, count(*) from transactions where not removed group by user_id, account_id`,
  `create function count_transactions() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      delete from transaction_counts;
    elsif tg_op = 'INSERT' then
      insert into transaction_counts as c (user_id, account_id, transactions)
        select user_id, account_id, count(*) from added where not removed group by user_id, account_id
         order by user_id, account_id
        on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
    elsif tg_op = 'DELETE' then
      insert into transaction_counts as c (user_id, account_id, transactions)
        select user_id, account_id, -count(*) from gone where not removed group by user_id, account_id
         order by user_id, account_id
        on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
    else
      insert into transaction_counts as c (user_id, account_id, transactions)
        select user_id, account_id, sum(change) from (
            select user_id, account_id, 1 as change from added where not removed
            union all
            select user_id, account_id, -1 from gone where not removed) changed
         group by user_id, account_id having sum(change) <> 0
         order by user_id, account_id
        on conflict (user_id, account_id) do update set transactions = c.transactions + excluded.transactions;
    end if;
    return null;
  end $$`,
  `create trigger transactions_added after insert on transactions referencing new table as added
    for each statement execute function count_transactions()`,
  `create trigger transactions_changed after update on transactions referencing old table as gone new table as added
    for each statement execute function count_transactions()`,
  `create trigger transactions_gone after delete on transactions referencing old table as gone
    for each statement execute function count_transactions()`,
  `create trigger transactions_emptied after truncate on transactions
    for each statement execute function count_transactions()`,
];

/** What makes lists of transactions quick: see the decision record on searching and counting. */
export class TransactionReading1763800000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCHED_TEXT);
    await runner.query(
      `alter table transactions
        add column searched bytea generated always as (searched_text(coalesce(shaped, raw), amount)) stored`,
    );
    for (const statement of [...INDEXES, VACUUM, ...COUNTS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transfers_by_user, transactions_typed');
    for (const what of ['added', 'changed', 'gone', 'emptied']) {
      await runner.query(`drop trigger transactions_${what} on transactions`);
    }
    await runner.query('drop table transaction_counts');
    await runner.query('drop function count_transactions');
    await runner.query('alter table transactions drop column searched');
    await runner.query('drop function searched_text');
    await runner.query(
      `alter table transactions reset (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_insert_threshold,
        autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`,
    );
  }
}
