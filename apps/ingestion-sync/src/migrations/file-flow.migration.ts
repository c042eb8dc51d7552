import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the certainty of a file's reading, its questions, and the balances that files state. */
export class FileFlow1764800167000 implements MigrationInterface {
  readonly name = 'FileFlow1764800167000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table file_imports
        add column if not exists certainty text,
        add column if not exists questions jsonb not null default '[]',
        -- The user has sent the reading.
        add column if not exists confirmed boolean not null default false,
        add column if not exists entries_left_out integer not null default 0,
        add column if not exists entries_doubtful integer not null default 0;
      -- Null: kept by a release that did not tell a reading of the user from its own.
      alter table file_csv_readings add column if not exists confirmed boolean;
      -- Recorded by an import; a sync or the user that records the same day makes it theirs.
      alter table balances add column if not exists from_file boolean not null default false;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table balances drop column from_file;
      alter table file_csv_readings drop column confirmed;
      alter table file_imports drop column certainty, drop column questions, drop column confirmed,
        drop column entries_left_out, drop column entries_doubtful;`);
  }
}
