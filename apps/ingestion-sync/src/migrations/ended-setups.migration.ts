import { MigrationInterface, QueryRunner } from 'typeorm';

/** When a setup ended: a browser that comes back right after it undoes what another one completed. */
export class EndedSetups1764030000101 implements MigrationInterface {
  name = 'EndedSetups1764030000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consent_setups add column ended_at timestamptz;
      create index consent_setups_unfinished on consent_setups (expires_at) where outcome is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index consent_setups_unfinished;
      alter table consent_setups drop column ended_at;
    `);
  }
}
