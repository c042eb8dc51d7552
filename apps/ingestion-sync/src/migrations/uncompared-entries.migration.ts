import { MigrationInterface, QueryRunner } from 'typeorm';

/** How many entries of an account were too much alike to be compared with each other, and when; null: never any. */
export class UncomparedEntries1764900170000 implements MigrationInterface {
  readonly name = 'UncomparedEntries1764900170000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table financial_accounts add column if not exists uncompared jsonb;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table financial_accounts drop column uncompared;`);
  }
}
