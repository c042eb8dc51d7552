import {
  ActivateConnection,
  CreateConnection,
  Provider,
  SyncAccounts,
  UpdateAccount,
} from '@tributary/contracts';
import { FERRY_LANE, MAPLE_STREET } from '@tributary/sandbox';
import { addDays, utcDay } from '@tributary/money';
import { IngestionFixture } from '../ingestion.fixture';

/** The rows for a connector, and how to make its sandbox send them differently. */
interface Fed {
  readonly provider: Provider;
  readonly institutions: readonly string[];
  readonly target: string;
  readonly transactions: string;
  /** Null if responses have no pages. */
  readonly page: ((fixture: IngestionFixture) => Promise<unknown>) | null;
}

const CONNECTORS: readonly Fed[] = [
  {
    provider: 'PROVIDER_A',
    institutions: ['BERKA_3', 'SANDBOXFINANCE_SFIN0000'],
    target: 'provider-a',
    transactions: '/transactions/',
    page: null,
  },
  {
    provider: 'PROVIDER_B',
    institutions: ['CZ:BERKA_3', 'FI:Sandbox Finance'],
    target: 'provider-b',
    transactions: '/transactions',
    page: (fixture) =>
      fixture.control('PUT', '/provider-b/behaviour', {
        rows_per_page: 3,
        doubled_pages: true,
        empty_pages: true,
        ignores_date_from: true,
      }),
  },
  {
    provider: 'PROVIDER_C',
    // Coins have more digits than the sandbox retains when it inverts rows.
    institutions: [MAPLE_STREET, FERRY_LANE],
    target: 'provider-c',
    transactions: '/activities',
    page: (fixture) => fixture.control('PUT', '/provider-c/limits', { page_max: 7, per_minute: 100_000 }),
  },
];

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start(
    { dailyCalls: 1000, providerCPerMinute: 100_000 },
    ({ providerBUrl, credentials }) => ({
      maxHistoricalDays: 600,
      providers: {
        PROVIDER_B: {
          baseUrl: providerBUrl,
          ...credentials.providerB,
          dailyCalls: 1000,
          connections: 8,
          timeoutMs: 5000,
        },
      },
    }),
  );
});
afterAll(() => fixture.close());

/** @returns the ids of all accounts */
async function connect({ provider, institutions }: Fed, startDate: string | null = null): Promise<number[]> {
  const ids: number[] = [];
  for (const institutionExternalId of institutions) {
    const { connection, link } = await fixture.send(CreateConnection, {
      provider,
      institutionExternalId,
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: { sync_start_date: startDate },
    });
    const redirect = await fetch(link, { redirect: 'manual' });
    const callback = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
    const activated = await fixture.send(ActivateConnection, {
      connectionId: connection.id,
      callback,
      browserConfirmed: true,
    });
    ids.push(...activated.financialAccountIds);
  }
  await fixture.settled();
  return ids;
}

async function syncAgain(financialAccountIds: number[]): Promise<void> {
  await fixture.send(SyncAccounts, { connectionId: null, financialAccountIds });
  await fixture.settled();
}

/** A name of the account that is the same in every run: some brokers assign new ids to each connection. */
const OF_ACCOUNT = `
  join (select a.id as account_id,
               concat_ws(' ', i.external_id, a.profile->>'iban', a.profile->>'name', a.profile->>'currency') as account
          from financial_accounts a join connections c on c.id = a.connection_id
               join institutions i on i.id = c.institution_id) o using (account_id)`;

/** Returns all stored data, without ids and times that the service assigns. */
async function database(): Promise<Record<string, unknown[]>> {
  return {
    transactions: await fixture.rows(
      `select account, identity_key, identity_rank, content_hash, booked, booking_date, day, state, version, document
         from transactions ${OF_ACCOUNT} order by account, identity_key`,
    ),
    settlements: await fixture.rows(`select account, status from settlements ${OF_ACCOUNT} order by 1, 2`),
    balances: await fixture.rows(
      `select account, to_jsonb(t) - array['id', 'account_id', 'created_at', 'updated_at'] as balance
         from balances t ${OF_ACCOUNT} order by account, type, currency`,
    ),
    holdings: await fixture.rows(
      `select account, document from holdings ${OF_ACCOUNT} order by account, document::text`,
    ),
    histories: await fixture.rows(
      `select account, history_state, backfill_cursor
         from (select id as account_id, history_state, backfill_cursor from financial_accounts) a ${OF_ACCOUNT}
        order by account`,
    ),
  };
}

describe.each(CONNECTORS)('the same rows through $provider give the same database', (fed) => {
  let usual: Record<string, unknown[]>;
  beforeAll(async () => {
    await fixture.nextUser();
    await connect(fed);
    usual = await database();
  });
  beforeEach(() => fixture.nextUser());

  it('read once, and once more', async () => {
    const ids = await connect(fed);
    const once = await database();
    expect(once).toEqual(usual);
    expect(once.transactions?.length).toBeGreaterThan(50);
    await syncAgain(ids);
    expect(await database()).toEqual(once);
  });

  it('reversed, and cut into other pages', async () => {
    const { target, transactions: path } = fed;
    await fixture.fault({ target, kind: 'reverse_rows', path, times: null });
    await fed.page?.(fixture);
    const ids = await connect(fed);
    expect(await database()).toEqual(usual);
    await syncAgain(ids);
    expect(await database()).toEqual(usual);
  });

  it('split: the newer part first, the older one days later', async () => {
    const ids = await connect(fed, addDays(utcDay(Date.now()), -137));
    const part = (await database()).transactions ?? [];
    expect(part.length).toBeLessThan(usual.transactions?.length ?? 0);
    for (const financialAccountId of ids) {
      await fixture.send(UpdateAccount, { financialAccountId, config: { sync_start_date: null } });
    }
    await fixture.settled();
    expect(await database()).toEqual(usual);
  });
});
