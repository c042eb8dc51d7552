import { MigrationInterface, QueryRunner } from 'typeorm';

/** Each writer leaves its own request for a month's search: of one row for all, writers waited for running searches. */
export class TransferSearchRequests1764700143000 implements MigrationInterface {
  readonly name = 'TransferSearchRequests1764700143000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transfer_searches drop constraint transfer_searches_pkey;
      alter table transfer_searches add column id bigint generated always as identity primary key;
      create index transfer_searches_month on transfer_searches (user_id, month);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from transfer_searches s
       where exists (select from transfer_searches o
                      where o.user_id = s.user_id and o.month = s.month and o.id < s.id);
      drop index transfer_searches_month;
      alter table transfer_searches drop column id;
      alter table transfer_searches add primary key (user_id, month);
    `);
  }
}
