import { MigrationInterface, QueryRunner } from 'typeorm';

/** What providers need that are read from a mark, take transactions back, or give each consent a secret. */
export class ReadingStyles1763740000000 implements MigrationInterface {
  name = 'ReadingStyles1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What opens the consent besides our own credentials, sealed; null where nothing else is needed.
      alter table connections add column consent_secret text;

      -- The mark that the next reading goes on from, at providers that are read so.
      alter table financial_accounts add column sync_cursor text;

      -- The provider took it back: the row stays as a tombstone, with its id and version.
      alter table transactions add column removed_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transactions drop column removed_at;
      alter table financial_accounts drop column sync_cursor;
      alter table connections drop column consent_secret`);
  }
}
