import { ConnectBySetupToken, ReauthorizeBySetupToken, SyncAccounts } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../../ingestion.fixture';
import { SIMPLEFIN_TEST_CONFIG } from './simplefin.subject';

const DAILY = 24;

interface Access {
  readonly requests: number;
  readonly requests_beyond_allowance: number;
}

let fixture: IngestionFixture;
beforeAll(async () => {
  // Responses are not shared: each account's window is a separate request, so that both instances reach the limit.
  fixture = await IngestionFixture.start(
    {},
    { providers: { SIMPLEFIN: { ...SIMPLEFIN_TEST_CONFIG, dailyRequests: DAILY, shareAnswersMs: 0 } } },
  );
  await fixture.startInstance();
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

const accesses = async (): Promise<readonly Access[]> =>
  ((await fixture.control('GET', '/ledger/simplefin')) as { accesses: Access[] }).accesses;
const newToken = async (): Promise<string> => {
  const made = await fixture.control('POST', '/simplefin/tokens', { institution: 'BERKA_6' });
  return (made as { setup_token: string }).setup_token;
};
const connect = async () =>
  fixture.send(ConnectBySetupToken, {
    provider: 'SIMPLEFIN',
    institutionExternalId: 'SIMPLEFIN',
    setupToken: await newToken(),
    reference: null,
    accountConfig: {},
  });
const counted = async (): Promise<number | undefined> => {
  const [row] = await fixture.rows<{ made: number }>('select requests_made as made from connections');
  return row?.made;
};

it('two instances on one database make no more than the day’s requests of a connection', async () => {
  const { connection, financialAccountIds } = await connect();
  expect(financialAccountIds).toHaveLength(6);
  await eventually(async () => {
    await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
    expect(await counted()).toBe(DAILY);
  });
  for (let round = 0; round < 3; round += 1) {
    await fixture.rows('update financial_accounts set next_sync_at = now(), next_allowed_at = null');
    await fixture.rows('delete from allowances');
    await fixture.settled();
  }
  const [seen] = await accesses();
  expect(await counted()).toBe(DAILY);
  // A server counts from the first request on, including those of the setup.
  expect(seen?.requests).toBe(DAILY);
  expect(seen?.requests_beyond_allowance).toBe(0);
});

it('the requests that renew an access are counted with those of its connection', async () => {
  const { connection } = await connect();
  await fixture.rows('update connections set requests_on = null, requests_made = 0');
  await fixture.control('POST', '/simplefin/revoke');
  await fixture.send(ReauthorizeBySetupToken, {
    connectionId: connection.id,
    setupToken: await newToken(),
  });
  await fixture.settled();
  const [, renewed] = await accesses();
  expect(renewed?.requests).toBeGreaterThan(0);
  expect(await counted()).toBeGreaterThanOrEqual(renewed?.requests ?? Infinity);
  expect(renewed?.requests).toBeLessThanOrEqual(DAILY);
});
