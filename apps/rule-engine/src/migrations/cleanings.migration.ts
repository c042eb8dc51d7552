import { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts whose transactions are looked through for what rules without an author wrote: see `cleaning/`. */
export class Cleanings1764210000011 implements MigrationInterface {
  name = 'Cleanings1764210000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table cleanings (
        account_id bigint primary key,
        user_id bigint not null,
        -- Instances of the release before, where rules see everything, have ended by then.
        due_at timestamptz not null default now() + interval '1 hour',
        -- The last transaction that was looked at.
        cursor bigint not null default 0
      );
      insert into cleanings (account_id, user_id)
      select a.id, a.user_id from accounts a
       where not a.deleted and exists (select 1 from rules r where r.user_id = a.user_id and r.author is null);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table cleanings');
  }
}
