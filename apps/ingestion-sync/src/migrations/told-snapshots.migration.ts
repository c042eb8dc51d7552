import { MigrationInterface, QueryRunner } from 'typeorm';

/** What the last snapshots of an account said beside their rows, so that it can be told again. */
export class ToldSnapshots1763995000011 implements MigrationInterface {
  name = 'ToldSnapshots1763995000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table financial_accounts
        -- {snapshotAt, currency, cleared, available}; null until the next reading of its balances.
        add column balances_told jsonb,
        add column holdings_told_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table financial_accounts drop column balances_told, drop column holdings_told_at`,
    );
  }
}
