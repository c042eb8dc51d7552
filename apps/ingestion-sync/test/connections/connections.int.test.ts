import {
  AccountUpsertedV1,
  ActivateConnection,
  ConfigureAccounts,
  ConnectionChangedV1,
  CreateConnection,
  ReauthorizeConnection,
  SyncAccounts,
  TransactionUpsertedV1,
  ownerOf,
} from '@tributary/contracts';
import { IngestionFixture } from '../ingestion.fixture';
import { bankIds, ledger, storedIds } from '../provider-ledger';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

const stranger = ownerOf(8);

describe('setting a connection up', () => {
  it('gives the link to the consent, then the accounts, and publishes each step', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3');
    await fixture.settled();
    expect(connection).toMatchObject({
      event: 'connection.activated',
      document: {
        status: 'ACTIVE',
        setup_pending: false,
        max_historical_days: 540,
        access_valid_for_days: 180,
      },
    });
    const published = fixture.events(ConnectionChangedV1).filter(({ event }) => event !== null);
    expect(published.map(({ event, version }) => [event, version])).toEqual([
      ['connection.created', 1],
      ['connection.activated', 2],
    ]);
    const accounts = fixture.events(AccountUpsertedV1).filter(({ version }) => version === 1);
    expect(accounts.map(({ id }) => id).sort()).toEqual([...financialAccountIds].sort());
    expect(accounts[0]?.document).toMatchObject({
      currency: 'CZK',
      cash_account_type: 'CACC',
      account_usage: 'PRIV',
      health: { status: 'UNKNOWN' },
    });
  });

  it('reads a small institution’s details with as many calls as it has accounts', async () => {
    await fixture.connect('BERKA_3');
    await fixture.settled();
    const asked = (await ledger(fixture, 'BERKA_3')).map(({ requests }) => requests.details);
    expect(asked).toEqual([1, 1, 1]);
  });

  it.each([
    ['an institution that does not exist', { institutionExternalId: 'NOBODY' }, 'institution_id'],
    ['an address that is none', { redirectUrl: 'javascript:alert(1)' }, 'redirect_url'],
    ['a provider without credentials', { provider: 'PROVIDER_B' as const }, 'provider'],
    [
      'a period that cannot be',
      { accountConfig: { sync_frequency_in_minutes: 0 } },
      'config.sync_frequency_in_minutes',
    ],
  ])('with %s is refused, and no row is written', async (_, change, field) => {
    const payload = {
      provider: 'PROVIDER_A' as const,
      institutionExternalId: 'BERKA_1',
      reference: null,
      redirectUrl: 'https://client.example/callback',
      accountConfig: {},
    };
    await expect(fixture.send(CreateConnection, { ...payload, ...change })).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { [field]: [expect.any(String)] } },
    });
    expect(await fixture.rows('select 1 from connections')).toEqual([]);
  });

  it('is a conflict before the consent, after a refusal, and after it was completed', async () => {
    const { connection, link } = await fixture.create('BERKA_1');
    const activate = () =>
      fixture.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true });
    await expect(activate()).rejects.toMatchObject({ detail: { kind: 'conflict' } });
    await fetch(`${link}?deny=1`, { redirect: 'manual' });
    await expect(activate()).rejects.toThrow(/refused/);
    await fetch(link, { redirect: 'manual' });
    await expect(activate()).rejects.toThrow('No consent is pending.');
    const route = { connectionId: connection.id, redirectUrl: 'https://client.example/done' };
    await fetch((await fixture.send(ReauthorizeConnection, route)).link, { redirect: 'manual' });
    await activate();
    await expect(activate()).rejects.toMatchObject({ detail: { kind: 'conflict' } });
  });

  it('is visible to its user only', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_1');
    await expect(
      fixture.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true }, stranger),
    ).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    });
    const choice = { connectionId: connection.id, financialAccountIds: null };
    await expect(fixture.send(SyncAccounts, choice, stranger)).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    });
    const listed = { connectionId: null, financialAccountIds };
    const restricted = { ...fixture.caller, accountIds: [] };
    await expect(fixture.send(SyncAccounts, listed, restricted)).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { 'financial_account_ids.0': [expect.any(String)] } },
    });
  });

  it('is a retryable upstream failure while the provider is down', async () => {
    await fixture.fault({ kind: 'status', status: 503, path: '/institutions/', times: null });
    await expect(fixture.create('BERKA_1')).rejects.toMatchObject({ detail: { kind: 'upstream' } });
  });
});

it('accounts that return under another connection keep their ids, history and rules', async () => {
  const first = await fixture.connect('BERKA_3');
  await fixture.settled();
  const published = fixture.events(TransactionUpsertedV1).length;
  const second = await fixture.connect('BERKA_3');
  await fixture.settled();
  expect([...second.financialAccountIds].sort()).toEqual([...first.financialAccountIds].sort());
  expect(fixture.events(TransactionUpsertedV1)).toHaveLength(published);
  const last = fixture.events(AccountUpsertedV1).at(-1);
  expect(last?.document.financial_connection_id).toBe(second.connection.id);
});

describe('an account without a schedule', () => {
  it('waits until a sync is requested', async () => {
    const { connection } = await fixture.connect('BERKA_3', { sync_auto: false });
    await fixture.settled();
    expect(await storedIds(fixture)).toEqual([]);
    const choice = { connectionId: connection.id, financialAccountIds: null };
    expect(await fixture.send(SyncAccounts, choice)).toEqual({ scheduled: 3, nextAllowedAt: null });
    await fixture.settled();
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
    const scheduled = await fixture.rows('select 1 from financial_accounts where next_sync_at is not null');
    expect(scheduled).toEqual([]);
  });

  it('or until its configuration schedules it', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_3', { sync_auto: false });
    const choice = { connectionId: null, financialAccountIds };
    const configured = await fixture.send(ConfigureAccounts, { ...choice, config: { sync_auto: true } });
    expect(configured.accounts.map(({ id }) => id).sort()).toEqual([...financialAccountIds].sort());
    await fixture.settled();
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
    expect(fixture.events(AccountUpsertedV1).at(-1)?.document.config).toMatchObject({
      sync_auto: true,
      sync_frequency_in_minutes: 360,
    });
    expect(await fixture.send(ConfigureAccounts, { ...choice, config: { sync_auto: true } })).toEqual({
      accounts: [],
    });
  });
});

it('commands without an account are refused', async () => {
  const choice = { connectionId: null, financialAccountIds: null };
  await expect(fixture.send(SyncAccounts, choice)).rejects.toMatchObject({ detail: { kind: 'invalid' } });
});
