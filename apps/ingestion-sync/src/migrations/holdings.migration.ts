import { MigrationInterface, QueryRunner } from 'typeorm';

/** What investment accounts hold, and what they are worth. */
export class Holdings1763910000000 implements MigrationInterface {
  name = 'Holdings1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table holdings (
        id bigint generated always as identity primary key,
        account_id bigint not null references financial_accounts on delete cascade,
        -- What the position goes by at its provider, and which of several that go by the same.
        position_key text not null,
        document jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (account_id, position_key)
      );

      alter table financial_accounts
        add column cash_balance jsonb,
        add column total_balance jsonb,
        add column holdings_synced_at timestamptz,
        add column holdings_version integer not null default 0,
        add column holdings_digest text;

      alter table allowances
        drop constraint allowances_resource_check,
        add constraint allowances_resource_check
          check (resource in ('details', 'balances', 'holdings', 'transactions'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from allowances where resource = 'holdings';
      alter table allowances
        drop constraint allowances_resource_check,
        add constraint allowances_resource_check check (resource in ('details', 'balances', 'transactions'));
      alter table financial_accounts
        drop column holdings_digest, drop column holdings_version, drop column holdings_synced_at,
        drop column total_balance, drop column cash_balance;
      drop table holdings;`);
  }
}
