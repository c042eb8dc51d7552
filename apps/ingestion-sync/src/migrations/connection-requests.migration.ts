import { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts requests per connection, for providers that count them and not the accounts. */
export class ConnectionRequests1764500126000 implements MigrationInterface {
  name = 'ConnectionRequests1764500126000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table connections
        -- The UTC day of the last request, and the requests of that day.
        add column requests_on date,
        add column requests_made integer not null default 0;
      create index connections_consent on connections (provider, consent_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index connections_consent;
      alter table connections drop column requests_on, drop column requests_made;
    `);
  }
}
