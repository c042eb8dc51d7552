import { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who wait for a sync, institutions that are listed no longer, and progress of reprocessings that is told. */
export class AttendedSyncs1763930000000 implements MigrationInterface {
  name = 'AttendedSyncs1763930000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- From the wish for a sync until that begins.
      alter table financial_accounts add column present_user_sealed text;
      -- Seen in its provider's list; some can be connected to that no list has.
      alter table institutions add column listed boolean not null default false;
      alter table reprocessings add column version bigint not null default 1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reprocessings drop column version;
      alter table institutions drop column listed;
      alter table financial_accounts drop column present_user_sealed;
    `);
  }
}
