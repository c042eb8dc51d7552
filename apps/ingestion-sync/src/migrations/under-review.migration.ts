import { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the mark of rows that may be duplicates, and how files list the rows. */
export class UnderReview1764800165000 implements MigrationInterface {
  readonly name = 'UnderReview1764800165000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- It may be another row of the account: nobody counts it until somebody decides.
      alter table transactions add column under_review boolean not null default false;
      create index transactions_under_review on transactions (account_id) where under_review;

      alter table settlements drop constraint settlements_origin_check;
      alter table settlements add constraint settlements_origin_check
        check (origin in ('MATCHED', 'USER_SETTLEMENT', 'USER_DUPLICATE', 'MATCHED_DUPLICATE'));

      -- Of the file's bytes and of how they were read: the same file again has the same.
      alter table file_imports add column digest text;

      -- The bank's id where it identifies the entry, and the balance after it.
      alter table file_import_entries add column bank_id text, add column balance text;
      -- The same of the row as this file listed it.
      alter table file_import_transactions add column bank_id text, add column balance text;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table file_import_transactions drop column bank_id, drop column balance;
      alter table file_import_entries drop column bank_id, drop column balance;
      alter table file_imports drop column digest;
      delete from settlements where origin = 'MATCHED_DUPLICATE';
      alter table settlements drop constraint settlements_origin_check;
      alter table settlements add constraint settlements_origin_check
        check (origin in ('MATCHED', 'USER_SETTLEMENT', 'USER_DUPLICATE'));
      alter table transactions drop column under_review;`);
  }
}
