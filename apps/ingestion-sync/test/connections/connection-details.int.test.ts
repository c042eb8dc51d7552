import {
  AccountUpsertedV1,
  CompleteConsent,
  ConfigureAccounts,
  ConnectionChangedV1,
  ConnectionDocument,
  DeleteAccount,
  NO_USER,
  ownerOf,
  ReauthorizeConnection,
  ShowInstitutionConfig,
  UpdateAccount,
  UpdateConnection,
  UpdateInstitutionConfig,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

const route = {
  redirectUrl: 'https://client.example/done',
  callbackUrl: 'https://api.example/api/v1/finance/connections/callback',
};
const QUIET = { sync_auto: false };

/** Opens the bank's page and returns. */
async function answerAtTheBank(link: string, browserConfirmed = true) {
  const response = await fetch(link, { redirect: 'manual' });
  const callback = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  const state = callback['ref'] ?? '';
  return fixture.send(CompleteConsent, { state, callback, browserConfirmed }, NO_USER);
}

const renew = (connectionId: number) => fixture.send(ReauthorizeConnection, { connectionId, ...route });

/** Checks the document that was published last. */
async function shows(id: number, expected: Partial<ConnectionDocument>): Promise<void> {
  await eventually(() => {
    const last = fixture
      .events(ConnectionChangedV1)
      .filter((one) => one.id === id)
      .at(-1);
    expect(last?.document).toMatchObject(expected);
  });
}

describe('a renewal that is under way', () => {
  it('is visible from its request until the consent was given, at any status', async () => {
    const { connection } = await fixture.connect('BERKA_1', QUIET);
    expect(connection.document).toMatchObject({ status: 'ACTIVE', setup_renewal: false });
    const { connection: asked, link } = await renew(connection.id);
    expect(asked.document).toMatchObject({ status: 'ACTIVE', setup_renewal: true, setup_pending: false });
    const { connection: renewed } = await answerAtTheBank(link);
    expect(renewed.document).toMatchObject({ status: 'ACTIVE', setup_renewal: false });
  });

  it('is not what an ended consent is: that, the status says', async () => {
    const { connection } = await fixture.connect('BERKA_1', QUIET);
    await fixture.rows(`update connections set consent_expires_at = now() - interval '1 second'`);
    await shows(connection.id, { status: 'EXPIRED', setup_renewal: false });
    await renew(connection.id);
    await shows(connection.id, { status: 'EXPIRED', setup_renewal: true });
  });

  it('ends where it is refused, comes from another browser, or is not given in time', async () => {
    const { connection } = await fixture.connect('BERKA_1', QUIET);
    const refused = await renew(connection.id);
    await answerAtTheBank(`${refused.link}?deny=1`);
    await shows(connection.id, { setup_renewal: false, status_message: 'The new consent was refused.' });
    const foreign = await renew(connection.id);
    await answerAtTheBank(foreign.link, false);
    await shows(connection.id, { setup_renewal: false });
    await renew(connection.id);
    await shows(connection.id, { setup_renewal: true });
    await fixture.rows(`update consent_setups set expires_at = now() - interval '1 second'`);
    await shows(connection.id, {
      setup_renewal: false,
      status: 'ACTIVE',
      status_message: 'The new consent was not given in time. Begin again.',
    });
  });

  it('is none where the first consent is asked for again', async () => {
    const { connection } = await fixture.create('BERKA_1', QUIET, route);
    const again = await renew(connection.id);
    expect(again.connection.document).toMatchObject({ setup_pending: true, setup_renewal: false });
  });
});

describe('what a connection says of itself', () => {
  it('supports_manage: its accounts can be changed now', async () => {
    const created = await fixture.create('BERKA_1', QUIET, route);
    expect(created.connection.document).toMatchObject({
      supports_reauthorization: true,
      supports_manage: false,
    });
    const { connection } = await answerAtTheBank(created.link);
    expect(connection.document.supports_manage).toBe(true);
    const disabled = await fixture.send(UpdateConnection, { connectionId: connection.id, enabled: false });
    expect(disabled.document.supports_manage).toBe(false);
  });

  it('sync_balances: those of any of its accounts are synced', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3', QUIET);
    const [first = 0, second = 0, third = 0] = financialAccountIds;
    expect(connection.document.sync_balances).toBe(true);
    const all = { connectionId: connection.id, financialAccountIds: null };
    await fixture.send(ConfigureAccounts, { ...all, config: { sync_balances: false } });
    await shows(connection.id, { sync_balances: false });
    await fixture.send(UpdateAccount, { financialAccountId: first, config: { sync_balances: true } });
    await shows(connection.id, { sync_balances: true });
    await fixture.send(UpdateAccount, { financialAccountId: first, enabled: false });
    await shows(connection.id, { sync_balances: false });
    await fixture.send(UpdateAccount, { financialAccountId: second, config: { sync_balances: true } });
    await shows(connection.id, { sync_balances: true });
    await fixture.send(DeleteAccount, { financialAccountId: second });
    await shows(connection.id, { sync_balances: false });
    expect(third).toBeGreaterThan(0);
  });

  it('begins without, where its accounts are to begin so', async () => {
    const { connection } = await fixture.connect('BERKA_1', { ...QUIET, sync_balances: false });
    expect(connection.document.sync_balances).toBe(false);
  });
});

it('an account has the id that its institution knows it by, where the provider tells it', async () => {
  await fixture.connect('BERKA_1', QUIET);
  await eventually(() => {
    const [account] = fixture.events(AccountUpsertedV1);
    expect(account?.document.institution_id).toEqual(expect.stringMatching(/./));
    expect(account?.document.institution_id).not.toBe(account?.document.integrator_id);
  });
});

describe('the default configuration of an institution', () => {
  const show = (institutionId: number, caller = fixture.caller) =>
    fixture.send(ShowInstitutionConfig, { institutionId }, caller);
  const set = (
    institutionId: number,
    config: Parameters<typeof fixture.send<typeof UpdateInstitutionConfig>>[1]['config'],
  ) => fixture.send(UpdateInstitutionConfig, { institutionId, config });
  const frequencies = async () => {
    const rows = await fixture.rows<{ minutes: number }>(
      `select (config->>'sync_frequency_in_minutes')::int as minutes from financial_accounts order by id`,
    );
    return rows.map(({ minutes }) => minutes);
  };

  it('applies to accounts where nothing was set for the account itself, also when it changes', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3', QUIET);
    const { institution_id: institutionId } = connection.document;
    const [first = 0] = financialAccountIds;
    await fixture.send(UpdateAccount, {
      financialAccountId: first,
      config: { sync_frequency_in_minutes: 60 },
    });
    const { config, accounts } = await set(institutionId, {
      sync_frequency_in_minutes: 120,
      sync_auto: true,
    });
    expect(config).toMatchObject({ sync_frequency_in_minutes: 120, sync_auto: true });
    expect(await frequencies()).toEqual([60, 120, 120]);
    // The accounts have their own copies of the connection's initial settings.
    expect(accounts.map(({ document }) => document.config.sync_auto)).toEqual([false, false]);
    await set(institutionId, { sync_frequency_in_minutes: 240 });
    expect(await frequencies()).toEqual([60, 240, 240]);
    expect((await show(institutionId)).config).toMatchObject({
      sync_frequency_in_minutes: 240,
      sync_auto: true,
    });
    expect((await show(institutionId, ownerOf(8))).config.sync_frequency_in_minutes).toBe(360);
    await set(institutionId, null);
    expect(await frequencies()).toEqual([60, 360, 360]);
  });

  it('applies to accounts that are found later, member by member', async () => {
    const first = await fixture.connect('BERKA_1', QUIET);
    const { institution_id: institutionId } = first.connection.document;
    await set(institutionId, { sync_frequency_in_minutes: 120, map_fields: { payee: 'debtor.name' } });
    await fixture.send(DeleteAccount, { financialAccountId: first.financialAccountIds[0] ?? 0 });
    await fixture.connect('BERKA_1', { ...QUIET, map_fields: { description: 'additional_information' } });
    const [row] = await fixture.rows<{ config: unknown }>('select config from financial_accounts');
    expect(row?.config).toMatchObject({
      sync_auto: false,
      sync_frequency_in_minutes: 120,
      map_fields: { payee: 'debtor.name', description: 'additional_information' },
    });
  });

  it('is checked like an account’s, and of an institution that is there', async () => {
    const { connection } = await fixture.connect('BERKA_1', QUIET);
    const { institution_id: institutionId } = connection.document;
    await expect(set(institutionId, { sync_frequency_in_minutes: 1 })).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { 'config.sync_frequency_in_minutes': [expect.any(String)] } },
    });
    for (const asked of [set(institutionId + 1000, QUIET), show(institutionId + 1000)]) {
      await expect(asked).rejects.toMatchObject({ detail: { kind: 'not_found' } });
    }
  });
});
