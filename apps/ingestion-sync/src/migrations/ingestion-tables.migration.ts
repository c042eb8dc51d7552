import { MigrationInterface, QueryRunner } from 'typeorm';

/** Institutions, connections, accounts and what is read for them. */
export class IngestionTables1763700000000 implements MigrationInterface {
  name = 'IngestionTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table institutions (
        id bigint generated always as identity primary key,
        provider text not null,
        external_id text not null,
        version integer not null default 1,
        document jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (provider, external_id)
      );

      create table connections (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        institution_id bigint not null references institutions,
        provider text not null,
        version integer not null default 1,
        status text not null
          check (status in ('PENDING', 'ACTIVE', 'EXPIRING', 'EXPIRED', 'FAILING', 'DISABLED')),
        status_message text,
        enabled boolean not null default true,
        -- What the provider calls the consent; opens nothing without our credentials.
        consent_id text not null,
        max_historical_days integer not null,
        access_valid_for_days integer not null,
        consent_expires_at timestamptz,
        reference text,
        account_config jsonb not null,
        accounts_last_synced_at timestamptz,
        activated_at timestamptz,
        health jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index connections_user on connections (user_id);
      create index connections_consent_end on connections (consent_expires_at)
        where status in ('ACTIVE', 'EXPIRING', 'FAILING');

      create table financial_accounts (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        connection_id bigint not null references connections,
        provider text not null,
        -- What the provider calls the account under the present consent; may change with the next one.
        external_id text not null,
        -- What stays the same over consents; see accounts/account-identity.ts.
        identity_key text not null,
        version integer not null default 1,
        enabled boolean not null default true,
        profile jsonb not null,
        config jsonb not null,
        health jsonb not null,
        details_synced_at timestamptz,
        balances_synced_at timestamptz,
        transactions_synced_at timestamptz,
        -- The newest day up to which transactions were loaded without a gap.
        covered_to date,
        history_state text not null default 'NEW' check (history_state in ('NEW', 'LOADING', 'COMPLETE')),
        -- The earliest day loaded, while older history is missing.
        backfill_cursor date,
        -- Why the backfill ended, where it did not simply reach its limit.
        history_end_reason text,
        balance_version integer not null default 0,
        balance_digest text,
        -- Null: not scheduled.
        next_sync_at timestamptz,
        sync_requested_at timestamptz,
        -- When the daily allowance lets transactions be asked for again, where it is used up.
        next_allowed_at timestamptz,
        lease_owner uuid,
        lease_fence bigint not null default 0,
        lease_until timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (user_id, identity_key)
      );
      create index financial_accounts_due on financial_accounts (next_sync_at) where enabled;
      create index financial_accounts_connection on financial_accounts (connection_id, next_sync_at);
      -- Written with every sync: leave room for updates in place.
      alter table financial_accounts set (fillfactor = 60);

      -- What the institution still grants, per account and resource, until reset_at.
      create table allowances (
        account_id bigint not null references financial_accounts on delete cascade,
        resource text not null check (resource in ('details', 'balances', 'transactions')),
        call_limit integer not null,
        used integer not null,
        reset_at timestamptz,
        -- Set by a refusal: no call before then.
        blocked_until timestamptz,
        primary key (account_id, resource)
      );
      alter table allowances set (fillfactor = 60);

      create table transactions (
        id bigint generated always as identity primary key,
        account_id bigint not null references financial_accounts on delete cascade,
        identity_key text not null,
        identity_rank smallint not null,
        content_key text not null,
        content_hash text not null,
        version integer not null default 1,
        booked boolean not null,
        booking_date date,
        document jsonb not null,
        -- As the provider sent it, so that a mistake in the mapping can be mended by replay.
        raw jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (account_id, identity_key)
      );
      -- Only rows without a provider id of their own are ever looked up by content.
      create index transactions_content on transactions (account_id, content_key) where identity_rank > 1;

      -- Rows that could not be taken: on record, sealed, until the provider sends them well.
      create table rejected_transactions (
        id bigint generated always as identity primary key,
        account_id bigint not null references financial_accounts on delete cascade,
        fingerprint text not null,
        provider_transaction_id text,
        reason text not null,
        raw_sealed text not null,
        count integer not null default 1,
        first_seen_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        unique (account_id, fingerprint)
      );

      -- Windows that had rejected rows are asked for again a few times before they are left behind.
      create table held_windows (
        account_id bigint not null references financial_accounts on delete cascade,
        date_from date not null,
        date_to date not null,
        attempts integer not null default 1,
        primary key (account_id, date_from, date_to)
      );

      create table balances (
        id bigint generated always as identity primary key,
        account_id bigint not null references financial_accounts on delete cascade,
        type text not null,
        currency text not null,
        reference_day date not null,
        document jsonb not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (account_id, type, currency, reference_day)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table balances, held_windows, rejected_transactions, transactions, allowances,
                 financial_accounts, connections, institutions`);
  }
}
