import {
  AccountUpsertedV1,
  ActivateConnection,
  ConnectBySetupToken,
  ConnectionChangedV1,
  CreateConnection,
  ownerOf,
  ReauthorizeBySetupToken,
  ReauthorizeConnection,
  SyncAccounts,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../../ingestion.fixture';
import { bankIds } from '../../provider-ledger';
import { SIMPLEFIN_TEST_CONFIG } from './simplefin.subject';

const INSTITUTION = 'BERKA_3';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start(
    {},
    { providers: { SIMPLEFIN: { ...SIMPLEFIN_TEST_CONFIG, dailyRequests: 24, shareAnswersMs: 60_000 } } },
  );
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

interface Access {
  readonly requests: number;
  readonly requests_beyond_allowance: number;
}

const newToken = async (): Promise<string> => {
  const made = await fixture.control('POST', '/simplefin/tokens', { institution: INSTITUTION });
  return (made as { setup_token: string }).setup_token;
};
const accesses = async (): Promise<readonly Access[]> =>
  ((await fixture.control('GET', '/ledger/simplefin')) as { accesses: Access[] }).accesses;
const connect = (setupToken: string) =>
  fixture.send(ConnectBySetupToken, {
    provider: 'SIMPLEFIN',
    institutionExternalId: 'SIMPLEFIN',
    setupToken,
    reference: null,
    accountConfig: { sync_pending_transactions: true },
  });
const storedIds = async (): Promise<string[]> => {
  const rows = await fixture.rows<{ id: string }>(
    `select document->'external_identifiers'->>'integrator_transaction_id' as id from transactions order by 1`,
  );
  return rows.map(({ id }) => id).sort();
};
const health = () =>
  fixture.rows<{ name: string; status: string; message: string | null; transient: string | null }>(
    `select profile->>'display_name' as name, health->>'status' as status,
            health->>'integrator_message' as message, health->>'transient_message' as transient
       from financial_accounts order by id`,
  );
const behave = (behaviour: object) => fixture.control('PUT', '/simplefin/behaviour', behaviour);
const syncAgain = async (connectionId: number): Promise<void> => {
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
};

describe('a setup token', () => {
  it('brings the accounts and every transaction, and is published as any connection is', async () => {
    const { connection, financialAccountIds } = await connect(await newToken());
    expect(financialAccountIds).toHaveLength(3);
    expect(connection.document).toMatchObject({ status: 'ACTIVE', supports_reauthorization: true });
    await fixture.settled();
    const published = fixture.events(ConnectionChangedV1).filter(({ event }) => event !== null);
    expect(published.map(({ event }) => event)).toEqual(['connection.created', 'connection.activated']);
    expect(fixture.events(AccountUpsertedV1)[0]?.document).toMatchObject({ currency: 'CZK' });
    const inBank = (await bankIds(fixture, INSTITUTION)).map((id) => `TRN-${id.split('/')[1] ?? ''}`);
    expect(await storedIds()).toEqual(inBank.sort());
    expect((await health()).map(({ status }) => status)).toEqual(['HEALTHY', 'HEALTHY', 'HEALTHY']);
  });

  it('is sealed in the database, and its claim opens nothing without the key', async () => {
    const token = await newToken();
    await connect(token);
    const tables = await fixture.rows<{ text: string }>(
      `select c::text as text from connections c union all select s::text from consent_setups s
       union all select i::text from institutions i union all select a::text from financial_accounts a`,
    );
    const stored = tables.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('/simplefin');
  });

  it('costs the server few requests, however many accounts it has', async () => {
    const { connection } = await connect(await newToken());
    await fixture.settled();
    const [before] = await accesses();
    // The accounts, the newest window, and eight older ones of the 540 days.
    expect(before?.requests).toBeLessThanOrEqual(11);
    await syncAgain(connection.id);
    const [after] = await accesses();
    expect((after?.requests ?? 0) - (before?.requests ?? 0)).toBe(1);
    const [counted] = await fixture.rows<{ made: number }>('select requests_made as made from connections');
    expect(counted?.made).toBeLessThanOrEqual(after?.requests ?? 0);
  });

  it('makes no request beyond the day’s, and the accounts wait for the next one', async () => {
    const { connection } = await connect(await newToken());
    await fixture.settled();
    await fixture.rows('update connections set requests_made = 24');
    const [before] = await accesses();
    await syncAgain(connection.id);
    const [after] = await accesses();
    expect(after).toEqual({ ...before, requests_beyond_allowance: 0 });
    expect((await health())[0]?.transient).toContain('no more requests');
    const waits = await fixture.rows<{ waits: boolean }>(
      `select next_sync_at > now() + interval '1 minute' or now()::time > '23:58' as waits from financial_accounts`,
    );
    expect(waits.every((row) => row.waits)).toBe(true);
  });

  it('that was claimed is not lost where the accounts cannot be read: the next try goes on from there', async () => {
    const token = await newToken();
    await fixture.fault({ target: 'simplefin', path: '/accounts', kind: 'status', status: 503 });
    const { connection, financialAccountIds } = await connect(token);
    expect(financialAccountIds).toEqual([]);
    expect(connection.document).toMatchObject({
      status: 'PENDING',
      status_message: expect.stringContaining('was claimed') as string,
    });
    const activated = await fixture.send(ActivateConnection, { connectionId: connection.id });
    expect(activated.connection.document.status).toBe('ACTIVE');
    expect(activated.financialAccountIds).toHaveLength(3);
  });

  it('that was claimed and is pasted again continues the same connection', async () => {
    const token = await newToken();
    await fixture.fault({ target: 'simplefin', path: '/accounts', kind: 'status', status: 503 });
    const { connection } = await connect(token);
    const again = await connect(`\n${token}\n`);
    expect(again.connection.id).toBe(connection.id);
    expect(again.connection.document.status).toBe('ACTIVE');
    expect(await accesses()).toHaveLength(1);
  });

  it.each([
    ['that was used', async (token: string) => void (await connect(token)), 'used already'],
    ['that somebody else claimed', claimElsewhere, 'does not accept'],
  ])('%s is refused, and the user is told what to do', async (_, use, text) => {
    const token = await newToken();
    await use(token);
    await expect(connect(token)).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { setup_token: [expect.stringContaining(text)] } },
    });
  });

  it('is required for SimpleFIN, and refused for the others', async () => {
    const route = { redirectUrl: 'https://client.example/callback' };
    const wanted = { reference: null, accountConfig: {} };
    await expect(
      fixture.send(CreateConnection, {
        ...route,
        ...wanted,
        provider: 'SIMPLEFIN',
        institutionExternalId: 'SIMPLEFIN',
      }),
    ).rejects.toMatchObject({ detail: { errors: { setup_token: [expect.stringContaining('required')] } } });
    await expect(
      fixture.send(ConnectBySetupToken, {
        ...wanted,
        provider: 'PROVIDER_A',
        institutionExternalId: 'BERKA_1',
        setupToken: await newToken(),
      }),
    ).rejects.toMatchObject({
      detail: { errors: { setup_token: [expect.stringContaining('takes no setup token')] } },
    });
    const { connection } = await connect(await newToken());
    await expect(
      fixture.send(ReauthorizeConnection, { connectionId: connection.id, ...route }),
    ).rejects.toMatchObject({ detail: { errors: { setup_token: [expect.any(String)] } } });
  });

  it('of a stranger’s connection is not claimed', async () => {
    const { connection } = await connect(await newToken());
    const token = await newToken();
    await expect(
      fixture.send(ReauthorizeBySetupToken, { connectionId: connection.id, setupToken: token }, ownerOf(8)),
    ).rejects.toMatchObject({ detail: { kind: 'not_found' } });
    expect((await connect(token)).connection.document.status).toBe('ACTIVE');
  });
});

describe('another setup token', () => {
  it('renews access that ended, and accounts with new ids are the same accounts', async () => {
    await behave({ new_account_ids: true });
    const { connection, financialAccountIds } = await connect(await newToken());
    await fixture.settled();
    const before = await storedIds();
    await fixture.control('POST', '/simplefin/revoke');
    await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
    await eventually(async () => {
      const [row] = await fixture.rows<{ status: string }>('select status from connections');
      expect(row?.status).toBe('EXPIRED');
    });
    const renewed = await fixture.send(ReauthorizeBySetupToken, {
      connectionId: connection.id,
      setupToken: await newToken(),
    });
    expect(renewed.connection.document.status).toBe('ACTIVE');
    expect([...renewed.financialAccountIds].sort()).toEqual([...financialAccountIds].sort());
    await fixture.settled();
    expect(await storedIds()).toEqual(before);
  });
});

describe('transactions', () => {
  it.each([
    ['in the older shape', { version_2: false }],
    ['in both shapes', { both_shapes: true }],
    ['with amounts as numbers', { amounts_as_numbers: true }],
  ])('%s are the same', async (_, behaviour) => {
    await connect(await newToken());
    await fixture.settled();
    const read = () =>
      fixture.rows(
        `select t.document from transactions t join financial_accounts a on a.id = t.account_id
          where a.connection_id = (select max(id) from connections) order by t.document::text`,
      );
    const before = await read();
    expect(before.length).toBeGreaterThan(0);
    await fixture.rows('delete from transactions');
    await fixture.rows(
      `update financial_accounts set history_state = 'NEW', backfill_cursor = null, covered_to = null, next_sync_at = now()`,
    );
    await fixture.rows('update connections set requests_made = 0');
    await behave(behaviour);
    await fixture.settled();
    expect(await read()).toEqual(before);
  });

  it('whose ids change with each answer are not doubled', async () => {
    await behave({ rotated_ids: true });
    const { connection } = await connect(await newToken());
    await fixture.settled();
    const count = async () => (await storedIds()).length;
    const before = await count();
    await syncAgain(connection.id);
    await syncAgain(connection.id);
    expect(await count()).toBe(before);
    expect(before).toBe((await bankIds(fixture, INSTITUTION)).length);
  });

  it('that are pending are booked as the same ones, though their ids change', async () => {
    const { accounts } = (await fixture.control('GET', `/ledger/bank?institution=${INSTITUTION}`)) as {
      accounts: { id: string }[];
    };
    const uuid = accounts[0]?.id ?? '';
    const today = new Date().toISOString().slice(0, 10);
    const entry = {
      transactionAmount: { amount: '-12.34', currency: 'CZK' },
      creditorName: 'Corner Coffee',
      remittanceInformationUnstructured: 'Corner Coffee Praha',
    };
    const change = (body: object) =>
      fixture.control('POST', `/provider-a/accounts/${uuid}/transactions`, body);
    await change({ pending: [{ ...entry, transactionId: 'hold-1', valueDate: today }] });
    const { connection } = await connect(await newToken());
    await fixture.settled();
    const coffee = () =>
      fixture.rows<{ id: number; booked: boolean }>(
        `select id, (document->>'booked')::boolean as booked from transactions
          where document->>'amount' = '-12.34' and state = 'LIVE'`,
      );
    const [pending] = await coffee();
    expect(pending?.booked).toBe(false);
    await change({
      pending: [],
      booked: [{ ...entry, transactionId: 'booked-1', bookingDate: today, valueDate: today }],
    });
    await syncAgain(connection.id);
    expect(await coffee()).toEqual([{ id: pending?.id, booked: true }]);
  });

  it('of a custom currency are kept apart from money', async () => {
    await behave({ custom_currency: true });
    await connect(await newToken());
    await fixture.settled();
    const [row] = await fixture.rows<{ currency: string; meta: string }>(
      `select profile->>'currency' as currency, profile->>'meta' as meta from financial_accounts`,
    );
    expect(row?.currency).toBe('XXX');
    expect(row?.meta).toContain('/miles');
    expect(await storedIds()).not.toEqual([]);
  });
});

describe('trouble at one institution', () => {
  it.each([
    ['con.auth', 'FAILING', { version_2: true }],
    ['con.auth', 'FAILING', { version_2: false }],
    ['act.failed', 'DEGRADED', { version_2: true }],
    ['act.missingdata', 'DEGRADED', { version_2: true }],
  ])(
    '(%s) is shown on its accounts as %s, in the server’s words, with %j',
    async (trouble, status, behaviour) => {
      const { connection } = await connect(await newToken());
      await fixture.settled();
      await behave({ ...behaviour, trouble });
      await syncAgain(connection.id);
      const shown = await health();
      expect(shown.map((row) => row.status)).toEqual(['HEALTHY', status, 'HEALTHY']);
      expect(shown[1]?.message ?? shown[1]?.transient).toContain('Vltava Savings');
      await behave({});
      await syncAgain(connection.id);
      expect((await health()).map((row) => row.status)).toEqual(['HEALTHY', 'HEALTHY', 'HEALTHY']);
    },
  );

  it('a warning of the whole server is shown on all accounts, and their rows are stored', async () => {
    await behave({ quota_warning: true });
    await connect(await newToken());
    await fixture.settled();
    const shown = await health();
    expect(shown.every(({ message }) => message?.includes('daily limit'))).toBe(true);
    expect(await storedIds()).toHaveLength((await bankIds(fixture, INSTITUTION)).length);
  });

  it('a payment that the server wants is the user’s to make, and costs no connection', async () => {
    const { connection } = await connect(await newToken());
    await fixture.settled();
    await fixture.fault({ target: 'simplefin', path: '/accounts', kind: 'status', status: 402, times: null });
    await syncAgain(connection.id);
    const [account] = await health();
    expect(account).toMatchObject({
      status: 'FAILING',
      message: expect.stringContaining('user must act') as string,
    });
  });
});

async function claimElsewhere(token: string): Promise<void> {
  await fetch(Buffer.from(token, 'base64').toString('utf8'), { method: 'POST' });
}
