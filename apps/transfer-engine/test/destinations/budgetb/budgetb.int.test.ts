import {
  ActualClient,
  ActualServer,
  BudgetRow,
  describeActual,
  eventually,
  startActualServer,
} from '@tributary/testing';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TransferContent } from '../../../src/destinations/transfer-content';
import { CredentialsRefusedError } from '../../../src/destinations/destination-directory.port';
import {
  BookedField,
  DestinationFailure,
  NewRow,
  UnitAccess,
  RowOutcome,
} from '../../../src/destinations/destination.port';
import { BudgetbDestination } from '../../../src/destinations/budgetb/budgetb.destination';
import { BudgetbDirectory } from '../../../src/destinations/budgetb/budgetb.directory';
import { BudgetbClient } from '../../../src/destinations/budgetb/client';
import { BudgetbConfig } from '../../../src/destinations/budgetb/config';
import { fromCredentials } from '../../../src/destinations/budgetb/credentials';
import { rowId } from '../../../src/destinations/budgetb/transactions';

const PENDING: TransferContent = {
  date: '2026-03-02',
  amount: '-12.40',
  currency: 'EUR',
  booked: false,
  payee: 'Kahvila',
  description: 'Card 01.03 #7',
  fields: {},
};
const BOOKED: TransferContent = { ...PENDING, booked: true, date: '2026-03-03' };

interface StoredRow {
  readonly id: string;
  readonly payee: string | null;
  readonly transfer_id: string | null;
}

describeActual('BUDGETB, against a real Actual server', () => {
  let server: ActualServer;
  let user: ActualClient;
  let everyday: string;
  let savings: string;
  let dataDir: string;
  let client: BudgetbClient;
  let destination: BudgetbDestination;
  let directory: BudgetbDirectory;
  let to: UnitAccess;
  let keys = 0;

  const config = (changes: Partial<BudgetbConfig> = {}): BudgetbConfig => ({
    allowedNetworks: ['127.0.0.0/8'],
    processes: 4, // one less would have to open the household's budget again, whenever a test signs in elsewhere
    idleMs: 60_000,
    requestTimeoutMs: 30_000,
    requestsPerMinute: 10_000,
    dataDir,
    ...changes,
  });
  const sender = (by: BudgetbClient) => new BudgetbDestination(by, config());
  const given = (changes: object = {}) => ({
    type: 'BUDGETB' as const,
    serverUrl: `${server.url}/`,
    password: server.password,
    ...changes,
  });
  const newRow = (content: Partial<TransferContent> = {}, account = everyday): NewRow => {
    keys += 1;
    return {
      key: `trb:${keys}`,
      targetExternalId: account,
      transactionId: keys,
      content: { ...PENDING, ...content },
    };
  };
  const create = async (row: NewRow): Promise<string> => idOf(await destination.create(to, [row]));
  const row = async (id: string, account = everyday): Promise<BudgetRow | undefined> =>
    (await user.rows(account)).find((one) => one.id === id);

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-budgetb-test-'));
    server = await startActualServer();
    user = await ActualClient.open(server);
    const accounts = await user.makeBudget('Household', ['Everyday', 'Savings']);
    everyday = accounts.get('Everyday') ?? '';
    savings = accounts.get('Savings') ?? '';
    client = new BudgetbClient(config());
    destination = sender(client);
    directory = new BudgetbDirectory(client);
    const { credentials } = await directory.admit(given());
    const { units } = await directory.list(credentials);
    const externalId = units[0]?.externalId ?? '';
    to = { unit: { id: 1, connectionId: 1, externalId, credentials }, permit: async () => undefined };
  }, 60_000);

  afterAll(async () => {
    await destination.close();
    await user.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('lists budgets and accounts with their balances', async () => {
    const { units } = await directory.list(to.unit.credentials);
    expect(units).toMatchObject([{ document: { name: 'Household', encrypted: false, enabled: true } }]);
    const names = units[0]?.targets.map(({ document }) => document.name);
    expect(names?.sort()).toEqual(['Everyday', 'Savings']);
  });

  it('a row arrives with its amount, date, payee and notes, uncleared while pending', async () => {
    const sent = newRow();
    const id = await create(sent);
    expect(await row(id)).toMatchObject({
      amount: -1240,
      date: '2026-03-02',
      'payee.name': 'Kahvila',
      notes: 'Card 01.03 ##7',
      cleared: false,
      imported_id: sent.key,
    });
  });

  it('settlement: the same row becomes cleared, with its changes', async () => {
    const sent = newRow();
    const id = await create(sent);
    const wanted = { ...BOOKED, amount: '-13.00', payee: 'Kahvila Oy' };
    const change = { ...sent, destinationId: id, sent: PENDING, wanted, leave: new Set<BookedField>() };
    expect(await destination.update(to, [change])).toEqual([{ kind: 'done', destinationId: id }]);
    expect(await row(id)).toMatchObject({
      amount: -1300,
      date: '2026-03-03',
      cleared: true,
      'payee.name': 'Kahvila Oy',
    });
  });

  it('an update does not change excluded fields', async () => {
    const sent = newRow();
    const id = await create(sent);
    const leave = new Set<BookedField>(['status', 'amount']);
    const wanted = { ...BOOKED, amount: '-13.00', description: 'Settled' };
    await destination.update(to, [{ ...sent, destinationId: id, sent: PENDING, wanted, leave }]);
    expect(await row(id)).toMatchObject({
      amount: -1240,
      date: '2026-03-02',
      cleared: false,
      notes: 'Settled',
    });
  });

  it('the same key again writes nothing, whether the row exists, was changed, or was deleted by the user', async () => {
    const sent = newRow();
    const id = await create(sent);
    await user.api('sync');
    await user.api('updateTransaction', id, { notes: 'mine' });
    await user.api('sync');
    expect(await destination.create(to, [sent])).toEqual([{ kind: 'duplicate' }]);
    expect(await row(id)).toMatchObject({ notes: 'mine' });
    await user.api('deleteTransaction', id);
    await user.api('sync');
    expect(await destination.create(to, [sent])).toEqual([{ kind: 'duplicate' }]);
    expect(await row(id)).toMatchObject({ tombstone: true });
  });

  it('two services that write the same row into their own copies give one row', async () => {
    const other = sender(new BudgetbClient(config()));
    const rows = Array.from({ length: 20 }, () => newRow({}, savings));
    await Promise.all([destination.create(to, rows), other.create(to, rows)]);
    await other.close();
    const held = (await user.rows(savings)).filter(({ imported_id: key }) =>
      rows.some((one) => one.key === key),
    );
    expect(held).toHaveLength(20);
  });

  it('a row that the user entered, of the same amount, day and payee, stays separate', async () => {
    await user.api('addTransactions', everyday, [
      { date: '2026-03-02', amount: -4711, payee_name: 'By hand' },
    ]);
    await user.api('sync');
    const id = await create(newRow({ amount: '-47.11', payee: 'By hand' }));
    const alike = (await user.rows(everyday)).filter(({ amount }) => amount === -4711);
    expect(alike).toHaveLength(2);
    expect(alike.find((one) => one.id !== id)).toMatchObject({ imported_id: null });
  });

  it.each(['Savings', ' SAVINGS '])(
    'a payee with the name of an account, %j, is an ordinary payee',
    async (payee) => {
      const balance = () => user.api<number>('getAccountBalance', savings);
      await user.api('sync');
      const before = await balance();
      const [added, changed] = [newRow({ payee }), newRow()];
      const ids = [await create(added), await create(changed)];
      const wanted = { ...PENDING, payee };
      const change = {
        ...changed,
        destinationId: ids[1] ?? '',
        sent: PENDING,
        wanted,
        leave: new Set<BookedField>(),
      };
      expect(await destination.update(to, [change])).toMatchObject([{ kind: 'done' }]);
      const rows = (await user.rows(everyday)).filter(({ id }) => ids.includes(id));
      expect(rows.map((one) => one['payee.name']?.trim().toLowerCase())).toEqual(['savings', 'savings']);
      const stored = await user.api<StoredRow[]>('getTransactions', everyday, '2026-03-01', '2026-03-31');
      const payees = await user.api<{ id: string; transfer_acct?: string | null }[]>('getPayees');
      for (const { payee: id, transfer_id: other } of stored.filter((one) => ids.includes(one.id))) {
        expect(payees.find((one) => one.id === id)?.transfer_acct ?? null).toBeNull();
        expect(other ?? null).toBeNull();
      }
      expect(await balance()).toBe(before);
    },
  );

  it('a row that a rule of the user makes a transfer has both sides', async () => {
    await user.api('sync');
    const payees = await user.api<{ id: string; transfer_acct?: string | null }[]>('getPayees');
    await user.api('createRule', {
      stage: null,
      conditionsOp: 'and',
      conditions: [{ op: 'is', field: 'notes', value: 'standing order', type: 'string' }],
      actions: [
        { op: 'set', field: 'payee', value: payees.find((one) => one.transfer_acct === savings)?.id },
      ],
    });
    await user.api('sync');
    const before = await user.api<number>('getAccountBalance', savings);
    const id = await create(newRow({ amount: '-20.00', description: 'standing order' }));
    expect(await row(id)).toMatchObject({ amount: -2000 });
    expect(await user.api<number>('getAccountBalance', savings)).toBe(before + 2000);
  });

  it('reconciled rows are locked, and deleted ones stay deleted, for changes and deletions', async () => {
    const [locked, gone] = [newRow(), newRow()];
    const ids = [await create(locked), await create(gone)];
    await user.api('sync');
    await user.library('transactions-batch-update', {
      updated: [{ id: ids[0], reconciled: true, cleared: true }],
    });
    await user.api('deleteTransaction', ids[1]);
    await user.api('sync');
    const sentRows = [locked, gone].map((one, place) => ({ ...one, destinationId: ids[place] ?? '' }));
    const changes = sentRows.map((one) => ({
      ...one,
      sent: PENDING,
      wanted: BOOKED,
      leave: new Set<never>(),
    }));
    const outcomes: RowOutcome[] = [{ kind: 'locked' }, { kind: 'gone' }];
    expect(await destination.update(to, changes)).toEqual(outcomes);
    expect(await destination.delete(to, sentRows)).toEqual(outcomes);
    expect(await row(ids[0] ?? '')).toMatchObject({ amount: -1240, date: '2026-03-02', tombstone: false });
  });

  it('deletes its rows', async () => {
    const sent = newRow();
    const destinationId = await create(sent);
    expect(await destination.delete(to, [{ ...sent, destinationId }])).toEqual([
      { kind: 'done', destinationId },
    ]);
    expect(await row(destinationId)).toMatchObject({ tombstone: true });
  });

  it('finds rows by key, with their content, also deleted and locked ones', async () => {
    const sent = newRow({ payee: 'KAHVILA' }); // Actual keeps the payee that it has: Kahvila
    const id = await create(sent);
    const only = { keys: [sent.key], destinationIds: [] };
    const found = await destination.find(to, { targetExternalIds: [everyday], since: null, only });
    expect(found).toEqual([
      {
        destinationId: id,
        targetExternalId: everyday,
        key: sent.key,
        state: 'present',
        content: destination.expected(sent.content),
      },
    ]);
    const all = await destination.find(to, {
      targetExternalIds: [everyday],
      since: '1970-01-01',
      only: null,
    });
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['present', 'locked', 'deleted']));
  });

  it.each([
    ['a third decimal', { amount: '1.505', currency: 'KWD' }, 'more than two decimals'],
    ['an amount beyond what Actual calculates with', { amount: '99999999999999.99' }, 'too large'],
    ['a day before 1995', { date: '1994-12-31' }, 'no dates before 1995-01-01'],
    ['no date', { date: null }, 'no date'],
    ['a category that the budget lacks', { fields: { category: 'Nonsense' } }, 'no category'],
  ])('refuses only %s, and accepts the other row', async (_, content, reason) => {
    const outcomes = await destination.create(to, [newRow(content), newRow()]);
    expect(outcomes).toMatchObject([
      { kind: 'rejected', reason: expect.stringContaining(reason) as string },
      { kind: 'done' },
    ]);
  });

  it('a row that Actual’s client throws for stops no other of its request', async () => {
    const { externalId, credentials } = to.unit;
    const given = (date: string) => {
      const key = `trb:thrown:${date}`;
      const named = { id: rowId(key), imported_id: key, account: everyday, payee_name: 'A' };
      return { ...named, date, amount: -100, notes: null, cleared: false };
    };
    const rows = ['2026-03-01', '1994-12-31', '2026-03-03'].map(given);
    const outcomes = await client.call(fromCredentials(credentials), externalId, 'create', rows);
    expect(outcomes).toEqual([
      { kind: 'done' },
      {
        kind: 'rejected',
        reason: expect.stringMatching(/^BUDGETB does not take this transaction: ./) as string,
      },
      { kind: 'done' },
    ]);
    const held = (await user.rows(everyday)).map(({ id }) => id);
    expect(rows.map(({ id }) => held.filter((one) => one === id).length)).toEqual([1, 0, 1]);
  });

  it('refuses rows of a closed account', async () => {
    const closed = await user.api<string>('createAccount', { name: 'Closed' }, 0);
    await user.api('closeAccount', closed);
    await user.api('sync');
    expect(await destination.create(to, [newRow({}, closed)])).toMatchObject([
      { kind: 'rejected', reason: expect.stringContaining('closed or deleted') as string },
    ]);
  });

  it('yen, zero third decimals, zero, huge amounts, long texts and emoji arrive', async () => {
    const text = `${'å'.repeat(5000)} 😀`;
    const contents = [
      { amount: '-1200', currency: 'JPY' },
      { amount: '1.500', currency: 'KWD' },
      { amount: '0.00' },
      { amount: '22517998136852.47' },
      { payee: '😀 Café', description: text },
      { date: '2031-01-01' },
    ];
    const rows = contents.map((content) => newRow(content));
    const ids = (await destination.create(to, rows)).map((one) => idOf([one]));
    const held = await user.rows(everyday);
    const shown = ids.map((id) => held.find((one) => one.id === id));
    expect(shown.map((one) => one?.amount)).toEqual([-120_000, 150, 0, 2_251_799_813_685_247, -1240, -1240]);
    expect(shown[4]).toMatchObject({ 'payee.name': '😀 Café', notes: text });
    expect(shown[5]).toMatchObject({ date: '2031-01-01' });
  });

  it('writes a balance as one adjustment, however often', async () => {
    const account = await user.api<string>('createAccount', { name: 'Balances' }, 0);
    await user.api('sync');
    const snapshot = {
      key: 'trb:balance',
      targetExternalId: account,
      date: '2026-03-05',
      currency: 'EUR',
      cleared: '801.10',
      available: null,
    };
    expect(await destination.writeBalance(to, snapshot)).toMatchObject({ kind: 'done' });
    await destination.writeBalance(to, snapshot);
    await destination.writeBalance(to, { ...snapshot, key: 'trb:balance-2', cleared: '800.00' });
    expect((await user.rows(account)).map(({ amount }) => amount).sort()).toEqual([-110, 80_110]);
  });

  it('a row that the user made a transfer stays one when it changes', async () => {
    const sent = newRow();
    const id = await create(sent);
    await user.api('sync');
    const payees = await user.api<{ id: string; transfer_acct?: string }[]>('getPayees');
    const payee = payees.find((one) => one.transfer_acct === savings)?.id;
    await user.api('updateTransaction', id, { payee });
    await user.api('sync');
    const wanted = { ...BOOKED, amount: '-15.00', payee: 'Other' };
    await destination.update(to, [
      { ...sent, destinationId: id, sent: PENDING, wanted, leave: new Set<never>() },
    ]);
    const other = (await user.rows(savings)).filter(({ amount, tombstone }) => amount === 1500 && !tombstone);
    expect(other).toHaveLength(1);
    expect(await row(id)).toMatchObject({ amount: -1500 });
  });

  it('a row that the user has split stays split: its parts, and what is left of the new amount', async () => {
    const sent = newRow({ amount: '-7.00' });
    const id = await create(sent);
    await user.api('sync');
    await user.api('updateTransaction', id, {
      is_parent: true,
      subtransactions: [{ amount: -300 }, { amount: -400 }],
    });
    await user.api('sync');
    const wanted = { ...PENDING, amount: '-7.77' };
    const before = { ...PENDING, amount: '-7.00' };
    const change = { ...sent, destinationId: id, sent: before, wanted, leave: new Set<never>() };
    expect(await destination.update(to, [change])).toMatchObject([{ kind: 'done' }]);
    expect(await row(id)).toMatchObject({ amount: -777 });
    await user.api('sync');
    const whole = await user.api<{ id: string; subtransactions?: { amount: number }[] }[]>(
      'getTransactions',
      everyday,
      '2026-03-01',
      '2026-03-31',
    );
    const parts = whole.find((one) => one.id === id)?.subtransactions?.map(({ amount }) => amount);
    expect(parts?.sort()).toEqual([-300, -400]);
  });

  it('odd but honest rows arrive; one of a day that Actual does not know is refused with the reason', async () => {
    const contents = [
      { payee: 'PAYPAL *ALPHA', description: 'order 1', amount: '-10.00' },
      { payee: '  Savings  ', description: 'to own account', amount: '-20.00' },
      { payee: 'Shop #12', description: 'Ref #77 # 8', amount: '-3.00' },
      { payee: 'P'.repeat(600), description: 'long', amount: '-4.00' },
      { payee: 'Emoji 🍕 "q"', description: 'pizza', amount: '-5.00' },
      { date: '1994-12-31', payee: 'Old', amount: '-6.00' },
      { payee: 'Zero', description: 'zero', amount: '0.00' },
      { payee: '', description: 'only a description', amount: '-8.00' },
      { payee: 'Łódź Żabka', description: 'x', amount: '-9.00' },
      { payee: 'ŁÓDŹ ŻABKA', description: 'y', amount: '-9.50' },
      { date: '2027-11-10', payee: 'Next year', amount: '-1.25' },
    ];
    const rows = contents.map((content) => newRow(content));
    const outcomes = await destination.create(to, rows);
    expect(outcomes[5]).toEqual({ kind: 'rejected', reason: 'BUDGETB accepts no dates before 1995-01-01.' });
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(10);
    const found = await destination.find(to, {
      targetExternalIds: [everyday],
      since: null,
      only: { keys: rows.map(({ key }) => key), destinationIds: [] },
    });
    const expected = rows
      .filter((_, at) => at !== 5)
      .map(({ content }) => destination.expected(content))
      .map(({ amount, payee, description }) => [amount, payee?.trim(), description]);
    const held = rows.flatMap(({ key }) => {
      const one = found.find((candidate) => candidate.key === key)?.content;
      return one ? [[one.amount, one.payee?.trim(), one.description]] : [];
    });
    expect(held).toEqual(expected);
  });

  it('an encrypted budget opens with its password, and is listed without accounts otherwise', async () => {
    const secret = await ActualClient.open(server);
    const accounts = await secret.makeBudget('Secret', ['Hidden']);
    await secret.library('key-make', { password: 'the key' });
    await secret.api('sync');
    const without = await directory.list((await directory.admit(given())).credentials);
    expect(without.units.find(({ document }) => document.name === 'Secret')).toMatchObject({
      document: { encrypted: true },
      targets: [],
    });
    await expect(directory.admit(given({ encryptionPassword: 'wrong' }))).rejects.toMatchObject({
      errors: { encryption_password: [expect.stringContaining('opens none') as string] },
    });
    const { credentials } = await directory.admit(given({ encryptionPassword: 'the key' }));
    const { units } = await directory.list(credentials);
    const externalId = units.find(({ document }) => document.name === 'Secret')?.externalId ?? '';
    const reach = { ...to, unit: { ...to.unit, externalId, credentials } };
    const hidden = accounts.get('Hidden') ?? '';
    expect(await destination.create(reach, [newRow({}, hidden)])).toMatchObject([{ kind: 'done' }]);
    expect(await secret.rows(hidden)).toHaveLength(1);
    await secret.close();
  }, 60_000);

  it.each([
    ['a wrong password', () => given({ password: 'wrong' }), 'password', 'does not accept'],
    [
      'a server that is not there',
      () => given({ serverUrl: 'http://127.0.0.1:9' }),
      'server_url',
      'no Actual',
    ],
    ['an address that is none', () => given({ serverUrl: 'file:///etc/passwd' }), 'server_url', 'http(s)'],
    ['a private address', () => given({ serverUrl: 'https://10.0.0.1' }), 'server_url', 'may not connect'],
    ['public, but without TLS', () => given({ serverUrl: 'http://8.8.8.8' }), 'server_url', 'https alone'],
  ])('%s is reported for its field', async (_, credentials, field, reason) => {
    const refusal = await directory.admit(credentials()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CredentialsRefusedError);
    expect((refusal as CredentialsRefusedError).errors).toEqual({
      [field]: [expect.stringContaining(reason) as string],
    });
  });

  it('a deleted budget disappears, a changed password is refused', async () => {
    const elsewhere = { ...to, unit: { ...to.unit, externalId: 'no-such-file' } };
    await expect(destination.create(elsewhere, [newRow()])).rejects.toMatchObject({
      detail: { kind: 'target-gone' },
    });
    const credentials = to.unit.credentials.replace(server.password, 'changed since');
    await expect(
      destination.create({ ...to, unit: { ...to.unit, credentials } }, [newRow()]),
    ).rejects.toMatchObject({ detail: { kind: 'unauthorized' } });
  });

  it('a server that is down leaves the result unknown or the rows unsent, and they arrive once when it is back', async () => {
    const rows = [newRow(), newRow()];
    await server.kill();
    const failure = await destination.create(to, rows).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DestinationFailure);
    expect((failure as DestinationFailure).detail.kind).toBe('unavailable');
    await server.restart();
    expect(await destination.create(to, rows)).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    const held = (await user.rows(everyday)).filter(({ imported_id: key }) =>
      rows.some((one) => one.key === key),
    );
    expect(held).toHaveLength(2);
  }, 60_000);

  it('keeps no more budgets open than the maximum, and no copy of a closed one', async () => {
    const few = sender(new BudgetbClient(config({ processes: 1, dataDir: `${dataDir}/few` })));
    await few.create(to, [newRow()]);
    expect(readdirSync(`${dataDir}/few`)).toHaveLength(1);
    await expect(
      few.create({ ...to, unit: { ...to.unit, externalId: 'no-such-file' } }, [newRow()]),
    ).rejects.toBeInstanceOf(DestinationFailure);
    await few.close();
    await eventually(() => expect(readdirSync(`${dataDir}/few`)).toEqual([]));
    expect(existsSync(dataDir)).toBe(true);
  });
});

function idOf([outcome]: readonly RowOutcome[]): string {
  if (outcome?.kind !== 'done') throw new Error(`not written: ${JSON.stringify(outcome)}`);
  return outcome.destinationId;
}
