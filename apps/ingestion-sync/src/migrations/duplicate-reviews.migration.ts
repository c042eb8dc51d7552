import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the import that added a possible duplicate, and an index of the few open reviews of such rows. */
export class DuplicateReviews1764800166000 implements MigrationInterface {
  readonly name = 'DuplicateReviews1764800166000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table settlements add column file_import_id bigint;
      create index settlements_of_import on settlements (file_import_id, id) where file_import_id is not null;
      create index settlements_open_duplicates on settlements (account_id)
        where origin = 'MATCHED_DUPLICATE' and status in ('OPEN', 'SUPERSEDED');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index settlements_open_duplicates, settlements_of_import;
      alter table settlements drop column file_import_id;`);
  }
}
