import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds kinds for rows of files that are no movements, or that may already be stored: both are shown before rows are
 * stored.
 */
export class FileEntryKinds1764800100000 implements MigrationInterface {
  readonly name = 'FileEntryKinds1764800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table file_import_entries drop constraint file_import_entries_kind_check;
      alter table file_import_entries add constraint file_import_entries_kind_check
        check (kind in ('new', 'known', 'doubtful', 'left_out', 'unreadable'));
      drop index file_import_entries_day;
      create index file_import_entries_day on file_import_entries (import_id, account, day, position)
        where kind in ('new', 'known', 'doubtful');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from file_import_entries where kind in ('doubtful', 'left_out');
      drop index file_import_entries_day;
      create index file_import_entries_day on file_import_entries (import_id, account, day, position)
        where kind <> 'unreadable';
      alter table file_import_entries drop constraint file_import_entries_kind_check;
      alter table file_import_entries add constraint file_import_entries_kind_check
        check (kind in ('new', 'known', 'unreadable'));`);
  }
}
