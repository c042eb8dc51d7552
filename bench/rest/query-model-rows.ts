import { DEFAULT_ACCOUNT_CONFIG, sampleAccount, sampleHealth } from '@tributary/contracts';
import { Client } from 'pg';

/** How much there is in the query model that is measured. */
export interface QueryModelSize {
  /** Transactions of all users together. */
  readonly transactions: number;
  /** Of the one user who is measured. */
  readonly ofTheUser: number;
}

/** A picture that needs no other server: one that is not there would be an error in the console. */
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** Accounts of the measured user; each of the others has one, with about a thousand transactions. */
export const ACCOUNTS_OF_THE_USER = 5;
const OTHERS_TRANSACTIONS = 1000;
/** A sync's transactions of one account are consecutive; accounts take turns. */
const RUN = 100;

/**
 * Fills the query model by set-based SQL: institutions, connections, accounts, links, transactions that are as
 * wide as a bank's and in the order in which syncs bring them, transfers and their logs. Indexes are built
 * after the rows.
 */
export async function fillQueryModel(
  url: string,
  userId: number,
  size: QueryModelSize,
  log: (text: string) => void,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query('begin'); // a half-filled model would pass for a full one
    await client.query(surroundings(userId, size));
    await withoutIndexes(client, 'transactions', async () => {
      await client.query(transactions(userId, size));
      log('transactions are there, their indexes follow');
    });
    log('indexes are there, transfers follow');
    await client.query(transfers(userId));
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Drops and restores secondary indexes: filling them row by row would take several times as long. */
async function withoutIndexes(client: Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = current_schema() and i.tablename = $1
        and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}

function surroundings(userId: number, { transactions: all, ofTheUser }: QueryModelSize): string {
  const others = Math.max(1, Math.round((all - ofTheUser) / OTHERS_TRANSACTIONS));
  const text = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
  const account = { ...sampleAccount, config: DEFAULT_ACCOUNT_CONFIG };
  const connection = {
    institution_id: 1,
    region: 'FI',
    enabled: true,
    status: 'ACTIVE',
    status_message: null,
    sync_balances: true,
    supports_reauthorization: true,
    supports_manage: false,
    max_historical_days: 730,
    access_valid_for_days: 180,
    consent_expires_at: '2027-01-01T00:00:00.000Z',
    reference: 'customer-7',
    accounts_last_synced_at: '2026-03-02T06:10:00.000Z',
    setup_pending: false,
    setup_renewal: false,
    activated_at: '2026-01-01T00:00:00.000Z',
    health: sampleHealth,
  };
  const institution = {
    integrator: 'PROVIDER_A',
    region: 'FI',
    country: 'FI',
    name: 'Example Bank',
    bic: 'EXMPFIHH',
    external_id: 'EXAMPLE_EXMPFIHH',
    logo: LOGO,
    supported: true,
    supports_pending_transactions: true,
    supports_card_accounts: false,
    max_historical_days: 730,
    max_access_valid_for_days: 180,
    supported_products: ['transactions', 'balances'],
    category: 'BANK',
  };
  const link = {
    financial_account_id: 1,
    destination_type: 'BUDGETA',
    destination_id: 1,
    transfer_start_date: null,
    active: true,
    sync_mode: 'TRANSACTIONS',
    on_booked_change: {},
    rules: [],
  };
  return `
    insert into institutions (id, version, updated_at, document)
      select i, 1, now(), ${text(institution)} || jsonb_build_object('name', 'Example Bank ' || i)
        from generate_series(1, 20) i;
    insert into connections (id, version, user_id, deleted, created_at, updated_at, document)
      select c, 1, case when c <= 2 then ${userId} else ${userId} + c end, false, now(), now(),
             ${text(connection)} || jsonb_build_object('institution_id', c % 20 + 1)
        from generate_series(1, ${others} + 2) c;
    insert into accounts (id, version, user_id, deleted, created_at, updated_at, document)
      select a, 1, case when a <= ${ACCOUNTS_OF_THE_USER} then ${userId} else ${userId} + a end, false, now(), now(),
             ${text(account)} || jsonb_build_object('financial_connection_id', case when a <= ${ACCOUNTS_OF_THE_USER} then a % 2 + 1 else a end,
               'name', 'Account ' || a, 'iban', 'FI21' || lpad(a::text, 14, '0'))
        from generate_series(1, ${others} + ${ACCOUNTS_OF_THE_USER}) a;
    insert into account_balances (account_id, version, user_id, snapshot_at, currency, cleared, available)
      select id, 1, user_id, now(), 'EUR', '1200.00', '1180.50' from accounts;
    insert into transfer_links (id, version, user_id, deleted, created_at, updated_at, document)
      select id, 1, user_id, false, now(), now(), ${text(link)} || jsonb_build_object('financial_account_id', id)
        from accounts where id <= ${ACCOUNTS_OF_THE_USER}`;
}

/**
 * Above a million, other users' rows are narrow, so that ten million fit on a laptop: they are in all indexes as usual,
 * and in the table with short documents.
 */
const WIDE_MAX = 1_000_000;

/** Every n-th run of ids is the measured user's, so that theirs lie among all others', as syncs leave them. */
function transactions(userId: number, { transactions: all, ofTheUser }: QueryModelSize): string {
  const turn = Math.round(all / ofTheUser);
  const others = Math.max(1, Math.round((all - ofTheUser) / OTHERS_TRANSACTIONS));
  return `
    insert into transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at, booked, currency,
      amount, booking_date, booking_datetime, value_date, value_datetime, quotation_date, mapped_date, raw, shaped)
    select owner.user_id, g, owner.account_id, 1, false, at.created, at.created, at.created, true, 'EUR', sum.amount,
           at.day, null, at.day + 1, null, null, at.day, doc.raw,
           case when g % 3 = 0 and doc.raw ? 'booking_date' then doc.raw || jsonb_build_object('mapped_fields', doc.raw->'mapped_fields' || jsonb_build_object('payee', initcap(party.name))) end
      from generate_series(1, ${all}) g
      cross join lateral (select g / ${RUN} as run, abs(hashint8(g)::bigint) as h1, abs(hashint8(g + 7919000000)::bigint) as h2) n
      cross join lateral (select
        case when run % ${turn} = 0 then ${userId} else ${userId} + ${ACCOUNTS_OF_THE_USER} + 1 + n.run % ${others} end as user_id,
        case when run % ${turn} = 0 then 1 + (run / ${turn}) % ${ACCOUNTS_OF_THE_USER}
             else ${ACCOUNTS_OF_THE_USER} + 1 + n.run % ${others} end as account_id) owner
      cross join lateral (select date '2016-01-01' + (g::bigint * 3900 / ${all})::int - (h1 % 5)::int as day,
        timestamptz '2016-01-02 06:10:00Z' + g * (interval '3900 days' / ${all}) as created) at
      cross join lateral (select round((h2 % 40000)::numeric / 100 + 0.01, 2) * case when h2 % 9 = 0 then 1 else -1 end as amount) sum
      cross join lateral (select
        (array['NORDIC','BALTIC','HARBOUR','CENTRAL','FOREST','RIVER','GOLDEN','SILVER','NORTHERN','SUNNY','OLD TOWN','UNION','ROYAL','GRAND','LITTLE','GREEN','BLUE','WHITE','AMBER','PINE','BIRCH','LAKE','STONE','HILL'])[1 + h1 % 24]
        || ' ' || (array['MARKET','BAKERY','PHARMACY','BOOKS','CAFE','FUEL','TELECOM','ENERGY','INSURANCE','CINEMA','GARDEN','SPORT','HARDWARE','TRANSPORT','PARKING','DELI','OPTICS','TOYS','MUSIC','TRAVEL','HOTEL','CLINIC','SHOES','TAXI'])[1 + (h1 / 24) % 24]
        || ' ' || (array['OY','AB','GMBH','LTD','SRL'])[1 + (h1 / 576) % 5] as name,
        (array['HELSINKI','TALLINN','STOCKHOLM','BERLIN','RIGA','PRAGUE','VIENNA','GDANSK','TURKU','OSLO','MALMO','TARTU'])[1 + (h1 / 2880) % 12] as city,
        'FI' || lpad((h1 % 576)::text, 16, '1') as iban) party
      cross join lateral (select case
        when h2 % 10 < 6 then 'Card payment ' || to_char(at.day, 'DD.MM.') || ' ' || party.name || ' ' || party.city || ' ' || lpad((h2 % 1000000)::text, 6, '0')
        when h2 % 10 < 8 then 'Invoice ' || h2 || ' customer ' || owner.account_id || ' RF' || lpad(g::text, 12, '0')
        else 'Standing order rent and services ' || to_char(at.day, 'MM/YYYY') || ' ' || party.city end as text) remittance
      cross join lateral (select jsonb_build_object('name', party.name, 'iban', party.iban) as other,
        jsonb_build_object('name', 'Maija Meikäläinen', 'iban', 'FI21' || lpad(owner.account_id::text, 14, '0')) as holder) parties
      cross join lateral (select case when ${all} > ${WIDE_MAX} and owner.user_id <> ${userId} then jsonb_build_object(
        'amount', sum.amount::text, 'currency', 'EUR', 'booked', true,
        'mapped_fields', jsonb_build_object('payee', party.name, 'description', remittance.text, 'date', at.day::text)) else jsonb_build_object(
        'amount', sum.amount::text, 'currency', 'EUR', 'booked', true,
        'mapped_fields', jsonb_build_object('payee', party.name, 'description', remittance.text, 'date', at.day::text),
        'booking_date', at.day::text, 'booking_datetime', '', 'value_date', (at.day + 1)::text, 'value_datetime', '',
        'creditor', case when sum.amount < 0 then parties.other else parties.holder end,
        'debtor', case when sum.amount < 0 then parties.holder else parties.other end,
        'remittance_information', jsonb_build_object('unstructured', remittance.text),
        'codes', jsonb_build_object('bank_transaction_code', case when sum.amount < 0 then 'PMNT-CCRD-POSD' else 'PMNT-RCDT-ESCT' end),
        'external_identifiers', jsonb_build_object('institution_transaction_id', 'B' || g, 'end_to_end_id', 'E2E' || h2))
        || case when g % 5 = 0 then jsonb_build_object('enriched', jsonb_build_object('provider', 'example', 'category_general', 'groceries',
             'counterparty', jsonb_build_object('name', initcap(party.name)))) else '{}' end end as raw) doc`;
}

/** Half of the user's transactions went over a link, every fifth of them at the second attempt. */
function transfers(userId: number): string {
  return `
    insert into transfers (transaction_id, id, version, user_id, account_id, transfer_link_id, status)
      select id, id, 1, user_id, account_id, account_id, 'TRANSFERRED'
        from transactions where user_id = ${userId} and id % 2 = 0;
    insert into transfer_logs (transaction_id, id, user_id, account_id, transfer_id, transfer_link_id, operation, succeeded,
      destination_transaction_id, error, attempted_at)
      select t.transaction_id, t.id * 2 + attempt, t.user_id, t.account_id, t.id, t.transfer_link_id, 'CREATE', attempt = 1,
             case when attempt = 1 then 'd-' || t.id end, case when attempt = 0 then 'the destination is busy' end, now()
        from transfers t, generate_series(case when t.transaction_id % 10 = 0 then 0 else 1 end, 1) attempt`;
}
