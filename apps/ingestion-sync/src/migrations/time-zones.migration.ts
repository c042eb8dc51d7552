import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time zone of an account. Existing accounts have none until their users choose one, so their days remain in
 * UTC.
 */
export class TimeZones1764900190000 implements MigrationInterface {
  name = 'TimeZones1764900190000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table financial_accounts
        add column if not exists time_zone text,
        add column if not exists time_zone_changed boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table financial_accounts drop column time_zone, drop column time_zone_changed;
    `);
  }
}
