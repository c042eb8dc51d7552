import { MigrationInterface, QueryRunner } from 'typeorm';

/** What was undone and stays so, what rules may know of accounts, and rules that are applied to history. */
export class RuleApplications1763800000000 implements MigrationInterface {
  name = 'RuleApplications1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Filled with the account's next event.
      alter table accounts add column facts json not null default '{}';

      -- What was undone on the transaction, as place:rule:action:field (place 0 is the account, else the link).
      alter table shaped_transactions add column suppressions json not null default '[]';

      alter table rule_logs
        -- The log that this one took back.
        add column undoes bigint,
        add column undone boolean not null default false;
      create unique index rule_logs_undoes on rule_logs (undoes) where undoes is not null;

      -- Rules applied to stored transactions, account by account.
      create table rule_applications (
        id bigint generated always as identity primary key,
        version integer not null default 1,
        rule_id bigint not null,
        user_id bigint not null,
        dry_run boolean not null,
        status text not null default 'PENDING',
        -- In the order in which they are worked off.
        account_ids bigint[] not null,
        transactions_total integer not null,
        transactions_done integer not null default 0,
        transactions_matched integer not null default 0,
        transactions_changed integer not null default 0,
        -- The first changes, for people to look at.
        changes json not null default '[]',
        error text,
        -- Headers of the trace that asked for it.
        trace jsonb not null,
        -- The account that is worked on (1-based place), and its last transaction that is done.
        account_place integer not null default 1,
        cursor bigint not null default 0,
        lease_token uuid,
        lease_until timestamptz,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        finished_at timestamptz(3)
      );
      create unique index rule_applications_open on rule_applications (rule_id) where finished_at is null;
      create index rule_applications_user on rule_applications (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table rule_applications;
      drop index rule_logs_undoes;
      alter table rule_logs drop column undoes, drop column undone;
      alter table shaped_transactions drop column suppressions;
      alter table accounts drop column facts;
    `);
  }
}
