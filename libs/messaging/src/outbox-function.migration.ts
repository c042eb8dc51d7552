import { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * SQL function of `appendToOutbox`, in one round trip. The writers of one key wait for each other with an advisory
 * lock (in sorted order against deadlocks), because a sequence number is assigned before the commit and would
 * otherwise not follow the order of commits.
 */
export class OutboxFunction1764900000000 implements MigrationInterface {
  name = 'OutboxFunction1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Four parts a message, in the order of the messages: topic, key, value, headers.
      create function append_to_outbox(parts text[]) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(lock)
           from (select distinct hashtextextended(current_schema() || parts[at] || ':' || parts[at + 1], 0) as lock
                   from generate_series(1, cardinality(parts), 4) at order by 1) locks;
        insert into outbox (topic, key, value, headers)
        select parts[at], parts[at + 1], parts[at + 2], parts[at + 3]::jsonb
          from generate_series(1, cardinality(parts), 4) at order by at;
        perform pg_notify('outbox_' || current_schema(), '');
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function append_to_outbox');
  }
}
