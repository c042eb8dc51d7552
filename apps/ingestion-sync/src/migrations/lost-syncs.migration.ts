import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of an account's consecutive syncs that were lost with their process. */
export class LostSyncs1764900170100 implements MigrationInterface {
  readonly name = 'LostSyncs1764900170100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table financial_accounts add column if not exists lost_syncs integer not null default 0;`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table financial_accounts drop column lost_syncs;`);
  }
}
