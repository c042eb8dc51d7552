import { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries with their attempts, and the events that clients pull. */
export class WebhookTables1763800000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook_deliveries (
        endpoint_id bigint not null,
        id bigint not null,
        version bigint not null,
        user_id bigint not null,
        account_id bigint,
        message_id text not null,
        event_type text not null,
        status text not null,
        attempts integer not null,
        next_attempt_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (endpoint_id, id)
      );
      create index webhook_deliveries_created_at on webhook_deliveries using brin (created_at);

      create table webhook_attempts (
        endpoint_id bigint not null,
        delivery_id bigint not null,
        number integer not null,
        attempted_at timestamptz not null,
        duration_ms integer not null,
        status_code integer,
        error text,
        primary key (endpoint_id, delivery_id, number)
      );

      create table webhook_events (
        user_id bigint not null,
        id bigint not null,
        type text not null,
        account_id bigint,
        connection_id bigint,
        created_at timestamptz not null,
        -- Payload version v2 with nothing left out.
        data jsonb not null,
        primary key (user_id, id)
      );
      create index webhook_events_account_id on webhook_events (account_id);
      create index webhook_events_created_at on webhook_events using brin (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_deliveries, webhook_attempts, webhook_events');
  }
}
