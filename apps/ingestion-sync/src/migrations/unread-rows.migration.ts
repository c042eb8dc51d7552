import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts unreadable rows at their account. They end when the bank no longer lists them, and later releases try them
 * again. Rows of earlier releases have no day, so the day on which they were last listed is used.
 */
export class UnreadRows1764900180000 implements MigrationInterface {
  name = 'UnreadRows1764900180000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rejected_transactions
        add column if not exists day date,
        add column if not exists booked boolean not null default true,
        add column if not exists reader integer not null default 0;
      alter table financial_accounts add column if not exists unread_rows integer not null default 0;
      update rejected_transactions set day = seen_at::date where day is null;
      update financial_accounts a set unread_rows = r.count
        from (select account_id, count(*)::int as count from rejected_transactions group by account_id) r
       where r.account_id = a.id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table financial_accounts drop column unread_rows;
      alter table rejected_transactions drop column day, drop column booked, drop column reader;
    `);
  }
}
