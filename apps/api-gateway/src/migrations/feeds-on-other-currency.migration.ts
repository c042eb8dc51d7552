import { MigrationInterface, QueryRunner } from 'typeorm';

/** What becomes of transactions in another currency than their account's in a feed; null: its user was not asked. */
export class FeedsOnOtherCurrency1764800175000 implements MigrationInterface {
  readonly name = 'FeedsOnOtherCurrency1764800175000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table feeds add column on_other_currency text check (on_other_currency in ('CONVERT', 'AS_IS'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feeds drop column on_other_currency');
  }
}
