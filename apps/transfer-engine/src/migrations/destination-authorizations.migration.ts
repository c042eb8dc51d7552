import { MigrationInterface, QueryRunner } from 'typeorm';

/** Connections that users grant access to at the destination itself, and what each kind shows beside its name. */
export class DestinationAuthorizations1763900000071 implements MigrationInterface {
  name = 'DestinationAuthorizations1763900000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table destination_connections
        -- Null while the user has not granted access yet, and once the connection is deleted.
        alter column external_user_id drop not null,
        alter column token drop not null,
        add column facts jsonb not null default '{}',
        -- A tombstone: its credentials are gone.
        add column deleted boolean not null default false;

      -- Access that the user is being asked for, or was asked for last. The state is what the user's browser
      -- brings back; only its hash is kept.
      create table destination_authorizations (
        connection_id bigint primary key references destination_connections on delete cascade,
        state_hash text not null unique,
        -- Sealed.
        code_verifier text not null,
        redirect_url text not null,
        callback_url text not null,
        expires_at timestamptz not null,
        -- A state is taken once, whatever comes of it.
        used_at timestamptz,
        outcome text check (outcome in ('GIVEN', 'REFUSED', 'CONFLICT', 'UNAVAILABLE')),
        -- The connection that came of it: another one where that user was connected already.
        granted_connection_id bigint,
        created_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table destination_authorizations;
      delete from destination_connections where external_user_id is null or token is null;
      alter table destination_connections
        alter column external_user_id set not null, alter column token set not null,
        drop column facts, drop column deleted;
    `);
  }
}
