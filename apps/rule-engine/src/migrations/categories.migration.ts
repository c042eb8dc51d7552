import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A user's own categories, and what people set on transactions beside their edits. A deleted category stays as a
 * tombstone that names the category in its place, so that transactions which still have it can follow.
 */
export class Categories1764900200000 implements MigrationInterface {
  name = 'Categories1764900200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table categories (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        version integer not null default 1,
        name text not null,
        group_name text,
        -- Group and name without their case: a list has each once.
        name_key text not null,
        hidden boolean not null default false,
        -- The connected destination that it was imported from, and its id there.
        destination_id bigint,
        remote_id text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        deleted_at timestamptz(3),
        moved_to bigint references categories (id),
        check ((destination_id is null) = (remote_id is null))
      );
      create unique index categories_name on categories (user_id, name_key) where deleted_at is null;
      create unique index categories_source on categories (user_id, destination_id, remote_id)
        where deleted_at is null and destination_id is not null;
      create index categories_moved on categories (moved_to) where moved_to is not null;

      create table annotations (
        user_id bigint not null,
        transaction_id bigint not null,
        -- The members that the person chose; one without a value is the choice of none.
        chosen text[] not null check (cardinality(chosen) > 0),
        category_id bigint,
        note text,
        tags text[],
        -- The transaction that this one was merged into, and the members that went there.
        merged_into bigint,
        given text[],
        primary key (user_id, transaction_id)
      );
      create index annotations_category on annotations (category_id) where category_id is not null;

      -- The category that the account's document shows, or that of a link, of transactions that are there.
      alter table shaped_transactions add column category_id bigint;
      create index shaped_transactions_category on shaped_transactions (category_id, transaction_id)
        where category_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table shaped_transactions drop column category_id;
      drop table annotations;
      drop table categories;
    `);
  }
}
