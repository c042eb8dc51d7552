import {
  AccountDeletedV1,
  AccountUpsertedV1,
  ActivateConnection,
  CommandResult,
  CompleteConsent,
  ConfigureAccounts,
  ConnectionChangedV1,
  DeleteAccount,
  DeleteConnection,
  NO_USER,
  ownerOf,
  Problem,
  ReauthorizeConnection,
  ReprocessTransactions,
  SyncAccounts,
  UpdateAccount,
  UpdateConnection,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { bankIds, storedIds } from '../provider-ledger';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const redirectUrl = 'https://client.example/done?tab=1';
const callbackUrl = 'https://api.example/api/v1/finance/connections/callback';
const conflict = { detail: { kind: 'conflict' } };
const notFound = { detail: { kind: 'not_found' } };

/** Opens the bank's page, and returns the query with which the browser is redirected. */
async function atTheBank(link: string): Promise<Record<string, string>> {
  const response = await fetch(link, { redirect: 'manual' });
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
}

async function complete(
  callback: Record<string, string>,
  browserConfirmed = true,
): Promise<CommandResult<typeof CompleteConsent>> {
  const state = callback.ref ?? callback.state ?? '';
  return fixture.send(CompleteConsent, { state, callback, browserConfirmed }, NO_USER);
}

/** Sets the time until the consent ends. */
async function consentEndsIn(id: number, ms: number): Promise<void> {
  await fixture.rows('update connections set consent_expires_at = $2 where id = $1', [
    id,
    new Date(Date.now() + ms),
  ]);
}

/** Changes the institution's id at its provider, where the new id has other accounts. */
async function moveTo(externalId: string, connectionId: number): Promise<void> {
  await fixture.rows(
    `with moved as (
       insert into institutions (provider, external_id, document)
         select i.provider, $1, i.document from institutions i join connections c on c.institution_id = i.id where c.id = $2
       on conflict (provider, external_id) do update set external_id = excluded.external_id returning id
     )
     update connections set institution_id = moved.id from moved where connections.id = $2`,
    [externalId, connectionId],
  );
}

async function statusBecomes(id: number, status: string): Promise<void> {
  await eventually(async () => {
    expect(await fixture.rows('select status from connections where id = $1', [id])).toEqual([{ status }]);
  });
}

function moves(): (string | null)[] {
  return fixture.events(ConnectionChangedV1).flatMap(({ event }) => event ?? []);
}

describe('the browser that comes back from the institution', () => {
  it('ends the setup, and is redirected', async () => {
    const { connection, link } = await fixture.create('BERKA_3', {}, { redirectUrl, callbackUrl });
    const returned = await atTheBank(link);
    const completed = await complete(returned);
    expect(completed).toMatchObject({
      outcome: 'GIVEN',
      redirectUrl,
      connection: { id: connection.id, event: 'connection.activated', document: { status: 'ACTIVE' } },
    });
    await fixture.settled();
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
  });

  it('gets the same answer when the page is loaded again, without a second effect', async () => {
    const { link } = await fixture.create('BERKA_1', {}, { redirectUrl, callbackUrl });
    const returned = await atTheBank(link);
    await complete(returned);
    expect(await complete(returned)).toMatchObject({ outcome: 'GIVEN', redirectUrl });
    await fixture.settled();
    expect(moves()).toEqual(['connection.created', 'connection.activated']);
  });

  it('learns that the consent was refused, and a new one can be requested', async () => {
    const { connection, link } = await fixture.create('BERKA_1', {}, { redirectUrl, callbackUrl });
    expect(await complete(await atTheBank(`${link}?deny=1`))).toMatchObject({
      outcome: 'REFUSED',
      connection: { document: { status: 'PENDING', status_message: 'The consent was refused.' } },
    });
    const again = await fixture.send(ReauthorizeConnection, {
      connectionId: connection.id,
      redirectUrl,
      callbackUrl,
    });
    expect(await complete(await atTheBank(again.link))).toMatchObject({ outcome: 'GIVEN' });
  });

  it('is asked to retry later while the provider is down, and the setup stays open', async () => {
    const { connection, link } = await fixture.create('BERKA_1', {}, { redirectUrl, callbackUrl });
    const returned = await atTheBank(link);
    await fixture.fault({ kind: 'status', status: 503, path: '/requisitions/', times: null });
    expect(await complete(returned)).toMatchObject({ outcome: 'UNAVAILABLE', redirectUrl });
    await fixture.control('DELETE', '/faults');
    const activated = await fixture.send(ActivateConnection, {
      connectionId: connection.id,
      browserConfirmed: true,
    });
    expect(activated.connection.event).toBe('connection.activated');
  });

  it('with a wrong or expired state finds no setup', async () => {
    await expect(complete({ ref: 'A'.repeat(43) })).rejects.toMatchObject(notFound);
    const { link } = await fixture.create('BERKA_1', {}, { redirectUrl, callbackUrl });
    const returned = await atTheBank(link);
    await fixture.rows(`update consent_setups set expires_at = now()`);
    await expect(complete(returned)).rejects.toMatchObject(notFound);
  });

  it('has a state that is stored nowhere in clear text', async () => {
    const { link } = await fixture.create('BERKA_1', {}, { redirectUrl, callbackUrl });
    const { ref = '' } = await atTheBank(link);
    expect(ref).toHaveLength(43);
    const [kept] = await fixture.rows<{ all: string }>(
      `select (select json_agg(s)::text from consent_setups s) || (select json_agg(c)::text from connections c)
              || coalesce((select json_agg(p)::text from processed_commands p), '') as all`,
    );
    expect(kept?.all).not.toContain(ref);
  });
});

describe('a consent that ends', () => {
  it('is announced seven days ahead, ends, and is renewed with the same accounts', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3');
    await fixture.settled();
    await consentEndsIn(connection.id, 7 * DAY_MS + 60_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(moves()).not.toContain('connection.expiring');
    await consentEndsIn(connection.id, 7 * DAY_MS - 60_000);
    await statusBecomes(connection.id, 'EXPIRING');
    await consentEndsIn(connection.id, -1000);
    await statusBecomes(connection.id, 'EXPIRED');

    const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
    const renewed = await complete(await atTheBank(link));
    expect(renewed.connection).toMatchObject({
      event: 'connection.reauthorized',
      document: { status: 'ACTIVE', setup_renewal: false },
    });
    expect(Date.parse(renewed.connection.document.consent_expires_at ?? '')).toBeGreaterThan(
      Date.now() + 100 * DAY_MS,
    );
    await fixture.settled();
    const accounts = await fixture.rows<{ id: number }>('select id from financial_accounts order by id');
    expect(accounts.map(({ id }) => Number(id))).toEqual([...financialAccountIds].sort((a, b) => a - b));
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
    expect(moves()).toEqual([
      'connection.created',
      'connection.activated',
      'connection.expiring',
      'connection.expired',
      'connection.reauthorized',
    ]);
  });

  it('stays in use until the new one is given, and is then ended at the provider', async () => {
    const { connection } = await fixture.connect('BERKA_1');
    await fixture.settled();
    await consentEndsIn(connection.id, DAY_MS);
    await statusBecomes(connection.id, 'EXPIRING');
    const first = await consentOf(connection.id);
    const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
    expect(await consentOf(connection.id)).toBe(first);
    await complete(await atTheBank(link));
    expect(await consentOf(connection.id)).not.toBe(first);
    await eventually(async () => {
      expect(await fixture.rows('select 1 from unwanted_consents')).toEqual([]);
    });
  });

  it('at the provider after it was replaced does not end the connection', async () => {
    const { connection } = await fixture.connect('BERKA_1', { sync_auto: false });
    const { ConnectionVerdicts } = await import('../../src/sync/connection-verdicts');
    const verdicts = fixture.instance.app.get(ConnectionVerdicts);
    await verdicts.consentEnded(connection.id, 'the one before');
    expect(moves()).not.toContain('connection.expired');
    await verdicts.consentEnded(connection.id, await consentOf(connection.id));
    await statusBecomes(connection.id, 'EXPIRED');
  });

  it('keeps an account that the new one does not cover, reports it, and stops its syncs', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3');
    await fixture.settled();
    await consentEndsIn(connection.id, DAY_MS);
    await statusBecomes(connection.id, 'EXPIRING');
    // The second consent is for the bank's first account alone.
    await moveTo('BERKA_1', connection.id);
    const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
    await complete(await atTheBank(link));
    await fixture.settled();
    const accounts = await fixture.rows<{ id: string; covered: boolean }>(
      'select id, covered from financial_accounts order by id',
    );
    expect(accounts.map(({ covered }) => covered)).toEqual([true, false, false]);
    const leftOut = Number(accounts[2]?.id);
    expect(financialAccountIds).toContain(leftOut);
    const published = fixture.events(AccountUpsertedV1).filter(({ id }) => id === leftOut);
    expect(published.at(-1)?.document.health).toMatchObject({
      status: 'FAILING',
      integrator_message: expect.stringMatching(/does not cover/) as string,
    });
    const choice = { connectionId: null, financialAccountIds: [leftOut] };
    await expect(fixture.send(SyncAccounts, choice)).rejects.toThrow(/reauthorize/);
    await statusBecomes(connection.id, 'ACTIVE');
  });
});

describe('a connection', () => {
  it('that is disabled does not sync until it is enabled, and then has the status of its consent', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_1');
    await fixture.settled();
    const of = { connectionId: connection.id };
    expect(await fixture.send(UpdateConnection, { ...of, enabled: false })).toMatchObject({
      event: 'connection.disabled',
      document: { status: 'DISABLED', enabled: false },
    });
    await expect(fixture.send(UpdateConnection, { ...of, enabled: false })).rejects.toMatchObject(conflict);
    await expect(fixture.send(ReauthorizeConnection, { ...of, redirectUrl })).rejects.toMatchObject(conflict);
    await expect(
      fixture.send(SyncAccounts, { connectionId: null, financialAccountIds }),
    ).rejects.toMatchObject(conflict);
    expect(await fixture.send(UpdateConnection, { ...of, enabled: true })).toMatchObject({
      event: null,
      document: { status: 'ACTIVE', enabled: true },
    });
    await expect(fixture.send(UpdateConnection, { ...of, enabled: true })).rejects.toMatchObject(conflict);
    await fixture.send(UpdateConnection, { ...of, enabled: false });
    await consentEndsIn(connection.id, -1);
    expect(await fixture.send(UpdateConnection, { ...of, enabled: true })).toMatchObject({
      document: { status: 'EXPIRED' },
    });
  });

  it('that is PENDING cannot be disabled', async () => {
    const pending = await fixture.create('BERKA_1');
    await expect(
      fixture.send(UpdateConnection, { connectionId: pending.connection.id, enabled: false }),
    ).rejects.toMatchObject(conflict);
  });

  it('that is ACTIVE can be reauthorized, and gets the accounts that the new consent adds', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_1');
    await fixture.settled();
    const first = await consentOf(connection.id);
    // The second consent is for all three of the bank's accounts.
    await moveTo('BERKA_3', connection.id);
    const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
    expect(await consentOf(connection.id)).toBe(first);
    const renewed = await complete(await atTheBank(link));
    expect(renewed.connection).toMatchObject({
      event: 'connection.reauthorized',
      document: { status: 'ACTIVE', status_message: null },
    });
    expect(await consentOf(connection.id)).not.toBe(first);
    await fixture.settled();
    const accounts = await fixture.rows<{ id: number }>('select id from financial_accounts');
    expect(accounts).toHaveLength(3);
    expect(accounts.map(({ id }) => Number(id))).toEqual(expect.arrayContaining([...financialAccountIds]));
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
  });

  it('gets a name from the user, and loses it by a blank one', async () => {
    const { connection } = await fixture.connect('BERKA_1', { sync_auto: false });
    const of = { connectionId: connection.id };
    const named = await fixture.send(UpdateConnection, { ...of, name: ' House bank ' });
    expect(named.document).toMatchObject({ name: 'House bank', reference: null });
    const referred = await fixture.send(UpdateConnection, { ...of, reference: 'customer-17' });
    expect(referred.document).toMatchObject({ name: 'House bank', reference: 'customer-17' });
    expect((await fixture.send(UpdateConnection, { ...of, name: ' ' })).document.name).toBeNull();
  });

  it('gets another reference, and is published once', async () => {
    const { connection } = await fixture.connect('BERKA_1', { sync_auto: false });
    const of = { connectionId: connection.id, reference: 'customer-17' };
    const updated = await fixture.send(UpdateConnection, of);
    expect(updated.document.reference).toBe('customer-17');
    expect((await fixture.send(UpdateConnection, of)).version).toBe(updated.version);
    expect((await fixture.send(UpdateConnection, { ...of, reference: null })).document.reference).toBeNull();
  });

  it('that is deleted loses its accounts, publishes it, and ends its consent', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3');
    await fixture.settled();
    const consentId = await consentOf(connection.id);
    const deleted = await fixture.send(DeleteConnection, { connectionId: connection.id });
    expect(deleted.connection).toMatchObject({ event: 'connection.deleted', deleted: true });
    expect(deleted.accounts.map(({ id }) => id).sort()).toEqual([...financialAccountIds].sort());
    await eventually(() => {
      expect(fixture.events(AccountDeletedV1)).toHaveLength(3);
      expect(fixture.events(ConnectionChangedV1).at(-1)).toMatchObject({ deleted: true });
    });
    for (const table of ['connections', 'financial_accounts', 'transactions', 'balances', 'allowances']) {
      expect(await fixture.rows(`select 1 from ${table}`)).toEqual([]);
    }
    // Every earlier published version is older.
    for (const { id, version } of fixture.events(AccountDeletedV1)) {
      const before = fixture.events(AccountUpsertedV1).filter((published) => published.id === id);
      expect(Math.max(...before.map((published) => published.version))).toBeLessThan(version);
    }
    const page = new URL(`/provider-a/consent/${consentId}`, fixture.sandbox.url);
    await eventually(async () => expect((await fetch(page)).status).toBe(404));
    await expect(fixture.send(DeleteConnection, { connectionId: connection.id })).rejects.toMatchObject(
      notFound,
    );
  });

  it('is not accessible to a caller who was granted only some of its accounts', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3', { sync_auto: false });
    const of = { connectionId: connection.id };
    const some = { ...fixture.caller, accountIds: financialAccountIds.slice(1) };
    await expect(fixture.send(DeleteConnection, of, some)).rejects.toMatchObject(notFound);
    await expect(fixture.send(UpdateConnection, { ...of, enabled: false }, some)).rejects.toMatchObject(
      notFound,
    );
    const all = { ...fixture.caller, accountIds: financialAccountIds };
    expect(await fixture.send(UpdateConnection, { ...of, enabled: false }, all)).toMatchObject({
      event: 'connection.disabled',
    });
  });
});

describe('an unknown, foreign or not granted connection or account', () => {
  it('is not found, whatever the command', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_1', { sync_auto: false });
    const [financialAccountId = 0] = financialAccountIds;
    const before = await rowsOfAll();
    for (const [caller, more] of [
      [fixture.caller, 100_000],
      [ownerOf(8), 0],
      [{ ...fixture.caller, accountIds: [financialAccountId + 1] }, 0],
    ] as const) {
      const of = { connectionId: connection.id + more };
      const account = { financialAccountId: financialAccountId + more };
      const all = { ...of, financialAccountIds: null };
      const listed = { connectionId: null, financialAccountIds: [account.financialAccountId] };
      const refused: Record<string, Promise<{ detail?: unknown }>> = {
        activate: detailOf(fixture.send(ActivateConnection, of, caller)),
        reauthorize: detailOf(fixture.send(ReauthorizeConnection, { ...of, redirectUrl }, caller)),
        update: detailOf(fixture.send(UpdateConnection, { ...of, reference: 'mine' }, caller)),
        disable: detailOf(fixture.send(UpdateConnection, { ...of, enabled: false }, caller)),
        enable: detailOf(fixture.send(UpdateConnection, { ...of, enabled: true }, caller)),
        delete: detailOf(fixture.send(DeleteConnection, of, caller)),
        'configure all': detailOf(fixture.send(ConfigureAccounts, { ...all, config: {} }, caller)),
        configure: detailOf(fixture.send(ConfigureAccounts, { ...listed, config: {} }, caller)),
        'sync all': detailOf(fixture.send(SyncAccounts, all, caller)),
        sync: detailOf(fixture.send(SyncAccounts, listed, caller)),
        'reprocess all': detailOf(fixture.send(ReprocessTransactions, all, caller)),
        reprocess: detailOf(fixture.send(ReprocessTransactions, listed, caller)),
        'update account': detailOf(fixture.send(UpdateAccount, { ...account, customName: 'mine' }, caller)),
        'delete account': detailOf(fixture.send(DeleteAccount, account, caller)),
      };
      // Errors of list items name the item's position.
      const ofLists = { detail: { kind: 'invalid', errors: expect.any(Object) as unknown } };
      for (const [name, outcome] of Object.entries(refused)) {
        const isListed = ['configure', 'sync', 'reprocess'].includes(name);
        const { detail } = isListed ? ofLists : notFound;
        expect({ name, ...(await outcome) }).toMatchObject({ name, detail });
      }
    }
    expect(await rowsOfAll()).toEqual(before);
  });

  /** Returns why the command was refused; undefined if it was not. */
  const detailOf = (sent: Promise<unknown>): Promise<{ detail?: unknown }> =>
    sent.then(
      () => ({}),
      (error: unknown) => ({ detail: error instanceof Problem ? error.detail : error }),
    );

  const rowsOfAll = () =>
    Promise.all(
      ['connections', 'financial_accounts'].map((table) =>
        fixture.rows(`select * from ${table} order by id`),
      ),
    );
});

describe('an account', () => {
  it('that is deleted during its sync stays deleted, and a renewed consent does not restore it', async () => {
    await fixture.fault({ kind: 'slow', delay_ms: 300, path: '/transactions/', times: null });
    const { connection, financialAccountIds } = await fixture.connect('BERKA_3');
    const [gone = 0] = financialAccountIds;
    await eventually(async () => {
      const leased = await fixture.rows(
        `select 1 from financial_accounts where id = $1 and lease_until is not null`,
        [gone],
      );
      expect(leased).toHaveLength(1);
    });
    await fixture.send(DeleteAccount, { financialAccountId: gone });
    await fixture.control('DELETE', '/faults');
    await fixture.settled();
    expect(await fixture.rows('select 1 from transactions where account_id = $1', [gone])).toEqual([]);
    await consentEndsIn(connection.id, DAY_MS);
    await statusBecomes(connection.id, 'EXPIRING');
    const { link } = await fixture.send(ReauthorizeConnection, { connectionId: connection.id, redirectUrl });
    await complete(await atTheBank(link));
    await fixture.settled();
    expect(await fixture.rows('select 1 from financial_accounts')).toHaveLength(2);
    const last = fixture
      .events(AccountUpsertedV1)
      .filter(({ id }) => id === gone)
      .at(-1);
    const [deletion] = fixture.events(AccountDeletedV1);
    expect(deletion?.version).toBeGreaterThan(last?.version ?? 0);
    // A new connection starts again.
    const second = await fixture.connect('BERKA_3');
    expect(second.financialAccountIds).toHaveLength(3);
  });

  it('has a name from its user, leaves the schedule and returns to it', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_1');
    await fixture.settled();
    const [financialAccountId = 0] = financialAccountIds;
    const named = await fixture.send(UpdateAccount, { financialAccountId, customName: '  Rent ' });
    expect(named.document).toMatchObject({ custom_name: 'Rent', enabled: true });
    const off = await fixture.send(UpdateAccount, { financialAccountId, enabled: false });
    expect(off.document).toMatchObject({ custom_name: 'Rent', enabled: false });
    const due = () => fixture.rows('select next_sync_at from financial_accounts');
    expect(await due()).toEqual([{ next_sync_at: null }]);
    const choice = { connectionId: null, financialAccountIds };
    await expect(fixture.send(SyncAccounts, choice)).rejects.toThrow(/disabled/);
    const on = await fixture.send(UpdateAccount, { financialAccountId, enabled: true, customName: null });
    expect(on.document).toMatchObject({ custom_name: null, enabled: true });
    await fixture.settled();
    expect(await due()).not.toEqual([{ next_sync_at: null }]);
    // A command without a change is not published.
    const same = await fixture.send(UpdateAccount, { financialAccountId, enabled: true });
    const again = await fixture.send(UpdateAccount, { financialAccountId, customName: '  ' });
    expect(again.version).toBe(same.version);
  });

  it.each([
    ['sync_frequency_in_minutes', { sync_frequency_in_minutes: 1 }],
    ['pending_settlement_max_days', { pending_settlement_max_days: 1000 }],
    ['sync_start_date', { sync_start_date: '2026-02-30' }],
  ])('refuses an invalid %s, by name', async (member, config) => {
    const { financialAccountIds } = await fixture.connect('BERKA_1', { sync_auto: false });
    const [financialAccountId = 0] = financialAccountIds;
    await expect(fixture.send(UpdateAccount, { financialAccountId, config })).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { [`config.${member}`]: [expect.any(String)] } },
    });
  });

  it('of another user is not found', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_1', { sync_auto: false });
    const [financialAccountId = 0] = financialAccountIds;
    const stranger = ownerOf(8);
    await expect(fixture.send(UpdateAccount, { financialAccountId }, stranger)).rejects.toMatchObject(
      notFound,
    );
    const restricted = { ...fixture.caller, accountIds: [financialAccountId + 1] };
    await expect(fixture.send(DeleteAccount, { financialAccountId }, restricted)).rejects.toMatchObject(
      notFound,
    );
  });
});

async function consentOf(id: number): Promise<string> {
  const [row] = await fixture.rows<{ consent_id: string }>(
    'select consent_id from connections where id = $1',
    [id],
  );
  return row?.consent_id ?? '';
}
