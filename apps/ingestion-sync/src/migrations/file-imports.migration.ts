import { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables for imports: parts of files, previews, and the rows that each import added. */
export class FileImports1764600131000 implements MigrationInterface {
  readonly name = 'FileImports1764600131000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- FILE: from a file, until the bank sends the same transaction itself.
      alter table transactions drop constraint transactions_origin_check;
      alter table transactions add constraint transactions_origin_check
        check (origin in ('PROVIDER', 'USER', 'FILE'));

      create table file_imports (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        status text not null default 'UPLOADING'
          check (status in ('UPLOADING', 'READING', 'READY', 'APPLYING', 'APPLIED', 'UNDOING', 'UNDONE', 'FAILED')),
        file_name text not null,
        file_bytes bigint not null default 0,
        -- Of the file that is kept; erased once it is imported, or after a day.
        pieces integer not null default 0,
        -- The account that the upload named.
        financial_account_id bigint,
        format text,
        csv jsonb,
        csv_sample jsonb not null default '[]',
        -- Names the columns of a CSV file: the same bank's next file has the same.
        csv_shape text,
        -- Of the file, in its order, each with where its entries go.
        accounts jsonb not null default '[]',
        entries_new integer not null default 0,
        entries_known integer not null default 0,
        entries_unreadable integer not null default 0,
        entries_done integer not null default 0,
        entries_total integer not null default 0,
        transactions_added integer not null default 0,
        transactions_removed integer not null default 0,
        transactions_kept integer not null default 0,
        error text,
        -- The one reading that may store entries; an earlier one that still runs may not.
        reading bigint not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        expires_at timestamptz not null default now() + interval '1 day',
        applied_at timestamptz
      );
      create index file_imports_user on file_imports (user_id);

      create table file_import_pieces (
        id bigint generated always as identity primary key,
        import_id bigint not null references file_imports (id) on delete cascade,
        index integer not null,
        bytes integer not null,
        piece_sealed text not null,
        stored_at timestamptz not null default now(),
        unique (import_id, index)
      );

      -- The parsed entries of a preview, until it is applied or expires.
      create table file_import_entries (
        import_id bigint not null references file_imports (id) on delete cascade,
        position integer not null,
        kind text not null check (kind in ('new', 'known', 'unreadable')),
        account smallint not null,
        day date not null,
        line integer not null,
        reason text,
        entry json,
        primary key (import_id, position)
      );
      create index file_import_entries_day on file_import_entries (import_id, account, day, position)
        where kind <> 'unreadable';

      -- The transactions of an applied import: an undo removes those that it added and no other import has.
      create table file_import_transactions (
        import_id bigint not null references file_imports (id) on delete cascade,
        transaction_id bigint not null,
        added boolean not null,
        primary key (import_id, transaction_id)
      );
      create index file_import_transactions_transaction on file_import_transactions (transaction_id);

      create table file_csv_readings (
        user_id bigint not null,
        shape text not null,
        csv jsonb not null,
        financial_account_id bigint,
        used_at timestamptz not null default now(),
        primary key (user_id, shape)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table file_csv_readings, file_import_transactions, file_import_entries, file_import_pieces, file_imports;
      alter table transactions drop constraint transactions_origin_check;
      alter table transactions add constraint transactions_origin_check check (origin in ('PROVIDER', 'USER'));`);
  }
}
