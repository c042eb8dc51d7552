import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Transactions that wait for somebody to decide whether they are another one: lists have them, and no figure counts them. The
 * indexes that figures and feeds are read from know which they are; the few that wait have an index of their own.
 */
export class TransactionsUnderReview1764800166000 implements MigrationInterface {
  readonly name = 'TransactionsUnderReview1764800166000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transactions add column under_review boolean not null default false');
    await runner.query(`
      create index transactions_under_review on transactions (user_id, account_id, id) where under_review and not removed`);
    await indexesOf(runner, { figures: ' and not under_review', feed: ', under_review' });
    await runner.query(
      `create index settlements_open on settlements (account_id) include (user_id) where status = 'OPEN'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index settlements_open');
    await indexesOf(runner, { figures: '', feed: '' });
    await runner.query('drop index transactions_under_review');
    await runner.query('alter table transactions drop column under_review');
  }
}

async function indexesOf(
  runner: QueryRunner,
  { figures, feed }: { readonly figures: string; readonly feed: string },
): Promise<void> {
  await runner.query('drop index transactions_by_day');
  await runner.query(`
    create index transactions_by_day on transactions
      (user_id, account_id, (coalesce(booking_date, value_date, (created_at at time zone 'UTC')::date)))
      include (id, currency, amount, booking_date, value_date, created_at)
      where counts and booked${figures}`);
  await runner.query('drop index transactions_typed');
  await runner.query(`
    create index transactions_typed on transactions (user_id, id)
      include (account_id, booked, currency, amount, booking_date, booking_datetime, value_date, value_datetime,
               quotation_date, mapped_date, created_at, updated_at${feed})
      where counts`);
}
