import { MigrationInterface, QueryRunner } from 'typeorm';

const TYPED = `account_id, booked, currency, amount, booking_date, booking_datetime, value_date, value_datetime,
               quotation_date, mapped_date, created_at, updated_at, under_review`;

/** A document of ingestion with the category, note and tags that the earlier document has, and their names among the edits. */
const WITH_CHOICES = `
  create function with_choices_of(earlier jsonb, document jsonb) returns jsonb language sql immutable as $$
    with chosen as (
      select coalesce(jsonb_object_agg(key, value), '{}') as members from jsonb_each(earlier)
       where key in ('category_id', 'note', 'tags')
    ), edited as (
      select jsonb_agg(name order by name collate "C") as names from (
        select jsonb_array_elements_text(document -> 'edited_fields') as name
        union
        select name from jsonb_array_elements_text(earlier -> 'edited_fields') as name
         where name in ('category_id', 'note', 'tags')) as names
    )
    select document || chosen.members || jsonb_strip_nulls(jsonb_build_object('edited_fields', edited.names))
      from chosen, edited
  $$`;

/**
 * Categories of users, and the filters of transactions by category and tag. Transactions with a category, and those
 * with tags, have an index of their own, so that others cost nothing; those without a category are read from the index
 * of typed columns.
 */
export class Categories1764900200100 implements MigrationInterface {
  readonly name = 'Categories1764900200100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table categories (
        id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        deleted boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb
      );
      create index categories_by_user on categories (user_id);
      alter table transactions add column category_id bigint;
      -- Each tag in lower case behind the user's id, so that one user's search finds no rows of others.
      alter table transactions add column tag_keys text[];
      create index transactions_by_category on transactions (user_id, category_id, id) include (account_id)
        where counts and category_id is not null;
      create index transactions_by_tag on transactions using gin (tag_keys) where counts and tag_keys is not null;
    `);
    await runner.query(WITH_CHOICES);
    await typedIndexWith(runner, `${TYPED}, category_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await typedIndexWith(runner, TYPED);
    await runner.query('drop function with_choices_of');
    await runner.query('alter table transactions drop column category_id, drop column tag_keys');
    await runner.query('drop table categories');
  }
}

async function typedIndexWith(runner: QueryRunner, columns: string): Promise<void> {
  await runner.query('drop index transactions_typed');
  await runner.query(
    `create index transactions_typed on transactions (user_id, id) include (${columns}) where counts`,
  );
}
