import { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the bus in every service's schema: outbox, its relay's lease, dead letters, commands. */
export class MessagingTables1763600000000 implements MigrationInterface {
  name = 'MessagingTables1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table outbox (
        id bigint generated always as identity primary key,
        topic text not null,
        key text not null,
        value text not null,
        headers jsonb not null,
        created_at timestamptz not null default now()
      );
      -- Filled and emptied all the time: clean up early, or the relay reads through dead rows.
      alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

      create table outbox_lease (
        only_row boolean primary key default true check (only_row),
        fence bigint not null default 0,
        lease_until timestamptz
      );
      insert into outbox_lease default values;

      create table dead_letters (
        id bigint generated always as identity primary key,
        message_id text not null,
        -- The place of a single item that was set aside from its message, or -1 for the whole message.
        item integer not null,
        topic text not null,
        key text not null,
        value text not null,
        headers jsonb not null,
        error text not null,
        attempts integer not null,
        created_at timestamptz not null default now(),
        replayed_at timestamptz,
        unique (message_id, item)
      );

      create table processed_commands (
        command_id text primary key,
        request_hash text not null,
        reply jsonb not null,
        -- Whom the answer was given to: it is erased with them.
        user_id bigint,
        created_at timestamptz not null default now()
      );
      create index processed_commands_created_at on processed_commands (created_at);
      create index processed_commands_user_id on processed_commands (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table processed_commands, dead_letters, outbox_lease, outbox');
  }
}
