import { MigrationInterface, QueryRunner } from 'typeorm';

/** Setups of consents, their secrets, and what is known of accounts beyond what their provider tells. */
export class ConnectionSetup1763800000000 implements MigrationInterface {
  name = 'ConnectionSetup1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table connections add column region text;

      -- A consent that the user is being asked for, or was asked for last. The state is what the user's browser
      -- brings back; only its hash is kept.
      create table consent_setups (
        connection_id bigint primary key references connections on delete cascade,
        state_hash text not null unique,
        consent_id text not null,
        consent_secret text,
        redirect_url text not null,
        max_historical_days integer not null,
        access_valid_for_days integer not null,
        expires_at timestamptz not null,
        -- Null while the user has not come back.
        outcome text check (outcome in ('GIVEN', 'REFUSED')),
        created_at timestamptz not null default now()
      );
      insert into consent_setups (connection_id, state_hash, consent_id, redirect_url, max_historical_days,
                                  access_valid_for_days, expires_at)
      select id, 'made before:' || id, consent_id, '', max_historical_days, access_valid_for_days,
             now() + interval '1 day'
        from connections where status = 'PENDING';

      -- Consents that are not wanted any more, until their provider has ended them.
      create table unwanted_consents (
        id bigint generated always as identity primary key,
        provider text not null,
        consent_id text not null,
        consent_secret text,
        attempts integer not null default 0,
        next_attempt_at timestamptz not null default now()
      );

      alter table financial_accounts
        add column custom_name text,
        -- Whether the connection's present consent covers it: it is not asked for otherwise.
        add column covered boolean not null default true,
        add column backfill_completes_at timestamptz,
        add column reconciliation jsonb;

      -- Accounts that the user removed from a connection: a renewed consent does not bring them back.
      create table removed_accounts (
        connection_id bigint not null references connections on delete cascade,
        identity_hash text not null,
        removed_at timestamptz not null default now(),
        primary key (connection_id, identity_hash)
      );

      -- When the list of a provider's institutions is to be read next.
      create table institution_catalogues (
        provider text primary key,
        read_at timestamptz,
        next_read_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table institution_catalogues, removed_accounts, unwanted_consents, consent_setups;
      alter table financial_accounts
        drop column custom_name, drop column covered, drop column backfill_completes_at,
        drop column reconciliation;
      alter table connections drop column region`);
  }
}
