import { signalsOf } from '@tributary/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds a table in which each writer inserts its own request for a month's search: with one row for all, writers waited
 * for running searches. Rows that services of the previous release insert into `transfer_searches` meanwhile become
 * requests, too; a later release drops that table.
 */
export class TransferSearchRequests1764700143000 implements MigrationInterface {
  readonly name = 'TransferSearchRequests1764700143000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transfer_search_requests (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        month date not null,
        due_at timestamptz not null default now()
      );
      create index transfer_search_requests_month on transfer_search_requests (user_id, month);
      create index transfer_search_requests_due on transfer_search_requests (due_at);
      ${signalsOf('transfer_search_requests', 'insert or update of due_at')}
      create function request_transfer_search() returns trigger language plpgsql as $$
      begin
        insert into transfer_search_requests (user_id, month, due_at) values (new.user_id, new.month, new.due_at);
        return null;
      end $$;
      create trigger transfer_searches_requested after insert or update on transfer_searches
        for each row execute function request_transfer_search();
      insert into transfer_search_requests (user_id, month, due_at) select user_id, month, due_at from transfer_searches;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger transfer_searches_requested on transfer_searches;
      drop function request_transfer_search;
      insert into transfer_searches (user_id, month, due_at)
        select user_id, month, min(due_at) from transfer_search_requests group by user_id, month
        on conflict (user_id, month) do nothing;
      drop table transfer_search_requests;
    `);
  }
}
