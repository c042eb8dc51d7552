import { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of each transaction, what users changed, and how pending and booked entries were put together. */
export class Settlement1763810000000 implements MigrationInterface {
  name = 'Settlement1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transactions
        -- Why the row is gone, where removed_at says that it is.
        add column state text not null default 'LIVE'
          check (state in ('LIVE', 'UNLISTED', 'WITHDRAWN', 'DELETED', 'MERGED')),
        add column origin text not null default 'PROVIDER' check (origin in ('PROVIDER', 'USER')),
        -- What the row is filed under: its booking date, else its value date.
        add column day date,
        -- What the user changed, by field; and then the document as the provider tells it.
        add column edits jsonb,
        add column provider_document jsonb,
        -- Content is compared from the documents, by the account's configuration of the day.
        alter column content_key drop not null;
      drop index transactions_content;
      update transactions set day = coalesce(booking_date, (document->>'value_date')::date),
                              state = case when removed_at is null then 'LIVE' else 'WITHDRAWN' end;
      create index transactions_day on transactions (account_id, day);
      create index transactions_pending on transactions (account_id) where not booked;

      create table settlements (
        id bigint generated always as identity primary key,
        account_id bigint not null references financial_accounts on delete cascade,
        version integer not null default 1,
        status text not null
          check (status in ('OPEN', 'MERGED', 'ACCEPTED', 'DISMISSED', 'UNDONE', 'SUPERSEDED')),
        -- The row of each side by itself; null where it never had one.
        pending_transaction_id bigint,
        booked_transaction_id bigint,
        -- The pending entry as it was, so that it can be had back.
        pending_key text not null,
        pending_rank smallint not null,
        pending_hash text not null,
        pending_day date,
        pending_document jsonb not null,
        pending_raw jsonb not null,
        -- The bank lists it beside the booked entry still.
        pending_listed boolean not null,
        -- How the provider calls the booked entry, and what it told of it: key, amount, date, name.
        booked jsonb not null,
        evidence jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index settlements_account on settlements (account_id, status);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table settlements;
      drop index transactions_pending, transactions_day;
      alter table transactions drop column provider_document, drop column edits, drop column day,
        drop column origin, drop column state;
      create index transactions_content on transactions (account_id, content_key) where identity_rank > 1;
    `);
  }
}
