import { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose consents are still to be ended at their provider: until then a user is not erased entirely. */
export class ErasedConsents1763980000011 implements MigrationInterface {
  name = 'ErasedConsents1763980000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table unwanted_consents add column user_id bigint;
      create index unwanted_consents_user on unwanted_consents (user_id) where user_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table unwanted_consents drop column user_id');
  }
}
