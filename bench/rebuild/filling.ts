import { AccountUpsertedV1, InstitutionUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { Client } from 'pg';

/** How much there is, and whose. */
export interface Size {
  readonly transactions: number;
  readonly perAccount: number;
  /** Accounts of the user who is measured; the others have as many each. */
  readonly accountsPerUser: number;
  readonly userId: number;
}

/**
 * An institution, connections and accounts in ingestion-sync's tables: the first rebuild copies them to the gateway.
 */
export async function fillAccounts(
  admin: Client,
  { transactions, perAccount, accountsPerUser, userId }: Size,
) {
  const { document: institution } = InstitutionUpsertedV1.sample;
  const { config, health, ...profile } = AccountUpsertedV1.sample.document;
  const accounts = Math.ceil(transactions / perAccount);
  await admin.query(
    `insert into ingestion_sync.institutions (provider, external_id, document) values ('PROVIDER_A', 'BENCH', $1)`,
    [JSON.stringify(institution)],
  );
  await admin.query(
    `insert into ingestion_sync.connections (user_id, institution_id, provider, status, consent_id, max_historical_days,
                                             access_valid_for_days, account_config, health)
     select case when n = 1 then $1::bigint else 1000 + n end, (select min(id) from ingestion_sync.institutions), 'PROVIDER_A', 'ACTIVE',
            'consent-' || n, 730, 90, $2, $3
       from generate_series(1, $4::int) n order by n`,
    [userId, JSON.stringify(config), JSON.stringify(health), Math.ceil(accounts / accountsPerUser)],
  );
  await admin.query(
    `insert into ingestion_sync.financial_accounts (user_id, connection_id, provider, external_id, identity_key, profile,
                                                    config, health, history_state)
     select c.user_id, c.id, 'PROVIDER_A', 'account-' || n, 'key-' || n, $1, $2, $3, 'COMPLETE'
       from generate_series(1, $4::int) n
       join (select id, user_id, row_number() over (order by id) as place from ingestion_sync.connections) c
         on c.place = 1 + (n - 1) / $5::int
      order by n`,
    [JSON.stringify(profile), JSON.stringify(config), JSON.stringify(health), accounts, accountsPerUser],
  );
}

/** Transactions as the rules left them, at the rule engine and, made apart by SQL alone, in the query model. */
export async function fillTransactions(admin: Client, { transactions, perAccount }: Size): Promise<void> {
  const raw = TransactionShapedV1.sample.transactions[0]?.raw;
  await admin.query(
    `insert into rule_engine.shaped_transactions (transaction_id, account_id, user_id, raw_version, shaped_version, removed,
                                                  created_at, updated_at, raw, shaped, hash, outputs, effects)
     select n, a.id, a.user_id, 1, 1, false, day + interval '7 hours', day + interval '7 hours',
            ($1::jsonb || jsonb_build_object(
               'amount', ((n::bigint * 7919) % 500000 - 400000) / 100 || '.' || lpad((n % 100)::text, 2, '0'),
               'booking_date', to_char(day, 'YYYY-MM-DD'), 'value_date', to_char(day, 'YYYY-MM-DD'),
               'mapped_fields', jsonb_build_object('payee', 'Shop ' || n % 1999, 'description', 'Card ' || n,
                                                   'date', to_char(day, 'YYYY-MM-DD')),
               'remittance_information', jsonb_build_object('unstructured', 'Card ' || n)))::json,
            null, md5(n::text), '[]', '[]'
       from generate_series(1, $2::int) n
       join (select id, user_id, row_number() over (order by id) as place from ingestion_sync.financial_accounts) a
         on a.place = 1 + (n - 1) / $3::int
      cross join lateral (select date '2022-01-01' + (n % 1500)::int as day) d`,
    [JSON.stringify(raw), transactions, perAccount],
  );
  await admin.query('set search_path to api_gateway'); // where its triggers look for their tables
  await admin.query(
    `insert into transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at, booked, currency,
                               amount, booking_date, value_date, mapped_date, raw, shaped)
     select user_id, transaction_id, account_id, shaped_version, removed, created_at, updated_at, updated_at + transaction_id * interval '1 microsecond', (raw ->> 'booked')::boolean,
            raw ->> 'currency', (raw ->> 'amount')::numeric, (raw ->> 'booking_date')::date,
            (raw ->> 'value_date')::date, (raw #>> '{mapped_fields,date}')::date, raw::jsonb, null
       from rule_engine.shaped_transactions order by user_id, transaction_id`,
  );
  for (const table of ['rule_engine.shaped_transactions', 'api_gateway.transactions']) {
    await admin.query(`vacuum analyze ${table}`);
  }
}
