import { MigrationInterface, QueryRunner } from 'typeorm';

/** A page in the console's order, by the transaction's date, is read from the index alone instead of sorting all rows. */
export class TransactionsByDate1764600136000 implements MigrationInterface {
  readonly name = 'TransactionsByDate1764600136000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index transactions_by_date on transactions (user_id, mapped_date desc nulls last, id desc)
        include (account_id) where counts`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_by_date');
  }
}
