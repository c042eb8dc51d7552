import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules that took too much are switched off by themselves: why, and when. */
export class DisabledRules1764200000001 implements MigrationInterface {
  name = 'DisabledRules1764200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table rules add column disabled_reason text, add column disabled_at timestamptz(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rules drop column disabled_reason, drop column disabled_at');
  }
}
