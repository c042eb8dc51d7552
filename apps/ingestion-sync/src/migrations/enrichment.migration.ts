import { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts' transactions are to be enriched, or not any more. */
export class Enrichment1763900000000 implements MigrationInterface {
  name = 'Enrichment1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table financial_accounts add column enrichment_due_at timestamptz;
      create index financial_accounts_enrichment on financial_accounts (enrichment_due_at)
        where enrichment_due_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table financial_accounts drop column enrichment_due_at');
  }
}
