import { MigrationInterface, QueryRunner } from 'typeorm';

/** Figures read the days that they show, from the index alone: it has each column that they name. */
export class TransactionsByDay1764600123000 implements MigrationInterface {
  readonly name = 'TransactionsByDay1764600123000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index transactions_by_day on transactions
        (user_id, account_id, (coalesce(booking_date, value_date, (created_at at time zone 'UTC')::date)))
        include (id, currency, amount, booking_date, value_date, created_at)
        where counts and booked`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_by_day');
  }
}
