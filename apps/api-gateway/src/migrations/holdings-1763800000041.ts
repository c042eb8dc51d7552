import { MigrationInterface, QueryRunner } from 'typeorm';

/** What investment accounts hold, as of the last snapshot of each. */
export class Holdings1763800000041 implements MigrationInterface {
  name = 'Holdings1763800000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Which snapshot of an account the rows are of: older ones are not taken any more.
      create table account_holdings (
        account_id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        snapshot_at timestamptz not null
      );

      create table holdings (
        account_id bigint not null,
        id bigint not null,
        version bigint not null,
        user_id bigint not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb not null,
        primary key (account_id, id)
      );`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table holdings, account_holdings`);
  }
}
