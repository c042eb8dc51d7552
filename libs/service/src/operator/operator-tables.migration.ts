import { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators' requests to a service, and the results: a row each, in the service's own schema. */
export class OperatorTables1763610000000 implements MigrationInterface {
  name = 'OperatorTables1763610000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table operator_requests (
        id bigint generated always as identity primary key,
        kind text not null,
        parameters jsonb not null,
        requested_at timestamptz not null default now(),
        -- Who had it done, as the operator's command says.
        requested_by text,
        progress text,
        ended_at timestamptz,
        outcome text,
        error text
      );
      create index operator_requests_open on operator_requests (id) where ended_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table operator_requests');
  }
}
