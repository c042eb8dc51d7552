import { MigrationInterface, QueryRunner } from 'typeorm';

/** Pending and booked entries that are one transaction, or may be. */
export class Settlements1763810000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table settlements (
        id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        account_id bigint not null,
        status text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb not null
      );
      create index settlements_by_user on settlements (user_id, status, id);
      create index settlements_by_account on settlements (account_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table settlements');
  }
}
