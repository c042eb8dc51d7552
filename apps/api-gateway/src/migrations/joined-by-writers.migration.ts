import { MigrationInterface, QueryRunner } from 'typeorm';

/** A writer of the query model joins it and shares the locks of its users in one statement: one round trip. */
export class JoinedByWriters1764600149000 implements MigrationInterface {
  readonly name = 'JoinedByWriters1764600149000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function user_lock(user_id bigint) returns bigint language sql stable as $$
        select hashtextextended(current_schema() || ':user:' || user_id, 0)
      $$`);
    await runner.query(`
      create function join_query_model(sorted_users bigint[]) returns bigint language plpgsql as $$
      declare
        rebuild constant bigint := join_query_model();
      begin
        perform pg_advisory_xact_lock_shared(user_lock(id)) from unnest(sorted_users) as id;
        return rebuild;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function join_query_model(bigint[])');
    await runner.query('drop function user_lock(bigint)');
  }
}
