import { MigrationInterface, QueryRunner } from 'typeorm';

/** An account's time zone. Those that exist have none until their users choose one: their days are UTC's, as before. */
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
