import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the number of an account's entries that were too similar to be compared with each other, and the time; null:
 * never.
 */
export class UncomparedEntries1764900170000 implements MigrationInterface {
  readonly name = 'UncomparedEntries1764900170000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table financial_accounts add column if not exists uncompared jsonb;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table financial_accounts drop column uncompared;`);
  }
}
