import { AccountUpsertedV1, ActivateConnection, CreateConnection, SyncAccounts } from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';

const USER = { ipAddress: '192.0.2.7', userAgent: 'Browser/1.0', acceptLanguage: 'fi' };

let fixture: IngestionFixture;
let connectionId: number;
beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1 }, ({ providerBUrl, credentials }) => ({
    // One account waits while the other is synced.
    sync: { concurrency: 1 },
    providers: {
      PROVIDER_B: {
        baseUrl: providerBUrl,
        ...credentials.providerB,
        dailyCalls: 1,
        connections: 8,
        timeoutMs: 5000,
      },
    },
  }));
});
beforeEach(async () => {
  await fixture.nextUser();
  const { connection, link } = await fixture.send(CreateConnection, {
    provider: 'PROVIDER_B',
    institutionExternalId: 'FI:Sandbox Finance',
    reference: null,
    redirectUrl: 'https://client.example/callback',
    accountConfig: {},
  });
  connectionId = connection.id;
  const redirect = await fetch(link, { redirect: 'manual' });
  const callback = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
  await fixture.send(ActivateConnection, { connectionId, callback, browserConfirmed: true });
  await fixture.settled();
});
afterAll(() => fixture.close());

interface Asked {
  readonly requests: Readonly<Record<string, number>>;
  readonly requests_in_retry_after: number;
}

async function asked(): Promise<number[]> {
  const answer = await fixture.control('GET', '/ledger/provider-b?institution=SANDBOXFINANCE_SFIN0000');
  const { accounts } = answer as { accounts: Asked[] };
  for (const { requests_in_retry_after } of accounts) expect(requests_in_retry_after).toBe(0);
  return accounts.map(({ requests }) => (requests.transactions ?? 0) + (requests.balances ?? 0));
}

const used = () => fixture.rows('select account_id, resource, used from allowances order by 1, 2');
const request = () => ({ connectionId, financialAccountIds: null });

it('a sync that its user waits for runs without any allowance left, and costs none', async () => {
  const [before, spent] = [await asked(), await used()];
  expect(await fixture.send(SyncAccounts, request())).toEqual({
    scheduled: 0,
    nextAllowedAt: expect.any(String) as string,
  });
  await fixture.settled();
  expect(await asked()).toEqual(before);

  expect(await fixture.send(SyncAccounts, { ...request(), user: USER })).toEqual({
    scheduled: 2,
    nextAllowedAt: null,
  });
  await fixture.settled();
  // Balances and the newest transactions; the user does not wait for older history.
  expect(await asked()).toEqual(before.map((calls) => calls + 2));
  expect(await used()).toEqual(spent);
  const health = fixture.events(AccountUpsertedV1).at(-1)?.document.health;
  expect(health?.status).toBe('HEALTHY');
});

it('the waiting user’s data is encrypted until the sync begins, deleted then, and never published', async () => {
  await fixture.fault({ target: 'provider-b', kind: 'slow', delay_ms: 300, path: '/balances', times: null });
  await fixture.send(SyncAccounts, { ...request(), user: USER });
  const kept = await fixture.rows<{ sealed: string }>(
    'select present_user_sealed as sealed from financial_accounts where present_user_sealed is not null',
  );
  for (const { sealed } of kept) expect(sealed).not.toContain(USER.ipAddress);
  await fixture.settled();
  expect(
    await fixture.rows('select 1 from financial_accounts where present_user_sealed is not null'),
  ).toEqual([]);
  expect(JSON.stringify(fixture.received)).not.toContain(USER.ipAddress);
});

it('a bank that refused until later is not called, even for a waiting user', async () => {
  await fixture.rows(
    `insert into allowances (account_id, resource, call_limit, used, blocked_until)
     select id, 'transactions', 1, 0, now() + interval '1 hour' from financial_accounts
     on conflict (account_id, resource) do update set blocked_until = excluded.blocked_until`,
  );
  const before = await asked();
  expect(await fixture.send(SyncAccounts, { ...request(), user: USER })).toMatchObject({ scheduled: 0 });
  await fixture.settled();
  expect(await asked()).toEqual(before);
});
