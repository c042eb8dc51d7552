import { TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { ACCOUNT_ID, message, shaped, TransferEngineFixture, USER } from '../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, place) => from + place);

describe('carrying transactions to the budget', () => {
  it('each arrives exactly once, as the user expects it, and is published', async () => {
    const { link } = await fixture.linked();
    await fixture.shape(ids(250).map((id) => shaped(id, [link.id])));
    await fixture.idle();
    const rows = await fixture.ledger();
    expect(rows).toHaveLength(250);
    expect(new Set(rows.map((row) => row.import_id)).size).toBe(250);
    expect(rows.find((row) => row.amount === -7500)).toMatchObject({
      date: '2026-03-02',
      payee: 'Kahvila Oy',
      memo: 'Card 02.03 KAHVILA',
      cleared: 'cleared',
    });
    const logged = fixture.logged();
    expect(logged).toHaveLength(250);
    expect(logged[0]).toMatchObject({
      status: 'TRANSFERRED',
      transferLinkId: link.id,
      attempt: { operation: 'CREATE', succeeded: true, error: null },
    });
    expect(new Set(logged.map((entry) => entry.attempt?.destinationTransactionId))).toEqual(
      new Set(rows.map((row) => row.id)),
    );
  });

  it('every event delivered three times: no row twice', async () => {
    const { link } = await fixture.linked();
    const payload = {
      financialAccountId: ACCOUNT_ID,
      userId: USER.userId,
      cause: 'INGESTED' as const,
      transactions: ids(40).map((id) => shaped(id, [link.id])),
    };
    const one = message(TransactionShapedV1, ACCOUNT_ID, payload);
    await fixture.engine.publish([one, one]);
    await fixture.idle();
    await fixture.engine.publish([one]);
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(40);
    expect(await fixture.summary()).toMatchObject({ duplicates_refused: 0 });
    expect(fixture.logged()).toHaveLength(40);
  });

  it('two instances share the work: no row twice, none lost', async () => {
    const { link } = await fixture.linked();
    await fixture.startAnother();
    await Promise.all(
      ids(20).map((part) => fixture.shape(ids(100, part * 1000).map((id) => shaped(id, [link.id])))),
    );
    await fixture.idle();
    expect(await fixture.summary()).toMatchObject({ transactions: 2000, duplicates_refused: 0 });
  });

  it('a skipped one, and one dated before the start, are not sent; one dated tomorrow waits for its day', async () => {
    const { link } = await fixture.linked({ transferStartDate: '2026-01-01' });
    const dated = (date: string) => ({ document: { mapped_fields: { payee: 'A', description: 'B', date } } });
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await fixture.shape([
      shaped(1, [link.id], { output: { skip: true } }),
      shaped(2, [link.id], dated('2025-12-31')),
      shaped(3, [link.id], dated('2026-01-01')),
      shaped(4, [link.id], dated(tomorrow)),
    ]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([
      { transactionId: 1, state: 'SKIPPED' },
      { transactionId: 3, state: 'TRANSFERRED' },
      { transactionId: 4, state: 'PENDING' },
    ]);
    expect(await fixture.ledger()).toHaveLength(1);
    expect(
      fixture
        .logged()
        .map((entry) => entry.status)
        .sort(),
    ).toEqual(['SKIPPED', 'TRANSFERRED']);
  });

  it('one without a date fails with the reason, and the other is sent', async () => {
    const { link } = await fixture.linked();
    const undated = { mapped_fields: { date: null }, booking_date: null, value_date: null };
    await fixture.shape([shaped(1, [link.id], { document: undated }), shaped(2, [link.id])]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([
      { state: 'FAILED', error: 'The transaction has no date.' },
      { state: 'TRANSFERRED' },
    ]);
  });

  it('a pending one without a date is sent once, when it is booked, also on a link that starts at a day', async () => {
    const { link } = await fixture.linked({ transferStartDate: '2026-03-01' });
    const undated = {
      booked: false,
      mapped_fields: { payee: 'Shop', date: null },
      booking_date: null,
      value_date: null,
    };
    await fixture.shape([shaped(1, [link.id], { document: undated })]);
    await fixture.idle();
    expect(await fixture.ledger()).toEqual([]);
    const booked = { booked: true, mapped_fields: { payee: 'Shop', date: null }, booking_date: '2026-03-02' };
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: booked })]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([{ transactionId: 1, state: 'TRANSFERRED', error: null }]);
    expect(await fixture.ledger()).toMatchObject([{ date: '2026-03-02', cleared: 'cleared' }]);
  });

  it('an unknown link is ignored', async () => {
    await fixture.linked();
    await fixture.shape([shaped(1, [999])]);
    await fixture.idle();
    expect(await fixture.states()).toEqual([]);
  });
});

describe('changes', () => {
  it('a pending one that books becomes cleared, in the fields that the link allows', async () => {
    const { link } = await fixture.linked({ onBookedChange: { update_payee: false } });
    const before = { booked: false, amount: '-10.00' };
    const after = {
      booked: true,
      amount: '-10.40',
      mapped_fields: { payee: 'Other', description: 'Final', date: '2026-03-03' },
    };
    await fixture.shape([shaped(1, [link.id], { document: before })]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ cleared: 'uncleared', amount: -10_000 }]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: after })]);
    await fixture.idle();
    const changed = {
      cleared: 'cleared',
      amount: -10_400,
      memo: 'Final',
      date: '2026-03-03',
      payee: 'Kahvila Oy',
    };
    expect(await fixture.ledger()).toMatchObject([changed]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 1, document: before })]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([changed]);
    expect(fixture.logged().map((entry) => entry.attempt?.operation)).toEqual(['CREATE', 'UPDATE']);
  });

  it('a new version without visible changes makes no request', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    const { requests } = await fixture.summary();
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { value_date: '2026-03-04' } })]);
    await fixture.idle();
    expect(await fixture.summary()).toMatchObject({ requests });
  });

  it('a removed one is deleted at the budget; one removed before it was sent never arrives', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    await fixture.fault({ kind: 'status', status: 429, retry_after_s: 1, path: 'POST' });
    await fixture.shape([shaped(1, [], { shapedVersion: 2, removed: true }), shaped(2, [link.id])]);
    await fixture.shape([shaped(2, [], { shapedVersion: 2, removed: true })]);
    await fixture.idle();
    const rows = await fixture.ledger();
    expect(rows.filter((row) => !row.deleted)).toEqual([]);
    expect(await fixture.states()).toMatchObject([
      { transactionId: 1, state: 'DELETED' },
      { transactionId: 2, state: expect.stringMatching(/SKIPPED|DELETED/) as string },
    ]);
  });

  it('one that is split goes for its parts, and comes back once when they are joined', async () => {
    const { link } = await fixture.linked();
    const whole = (shapedVersion: number, document: object = {}) =>
      shaped(1, [link.id], { shapedVersion, document: { amount: '-50.00', ...document } });
    const part = (id: number, amount: string) =>
      shaped(id, [link.id], { document: { amount, split_of: '1' } });
    const split = { status: 'CONFIRMED' as const, amount: '-50.00', currency: 'EUR', parts: ['2', '3'] };
    const amounts = async () =>
      (await fixture.ledger())
        .filter(({ deleted }) => !deleted)
        .map(({ amount }) => amount)
        .sort((a, b) => a - b);
    await fixture.shape([whole(1)]);
    await fixture.idle();
    await fixture.shape([whole(2, { split }), part(2, '-30.00'), part(3, '-20.00')]);
    await fixture.idle();
    expect(await amounts()).toEqual([-30_000, -20_000]);
    await fixture.shape([whole(1)]);
    await fixture.idle();
    expect(await amounts()).toEqual([-30_000, -20_000]);
    const gone = [2, 3].map((id) => shaped(id, [link.id], { shapedVersion: 2, removed: true }));
    await fixture.shape([whole(3), ...gone]);
    await fixture.idle();
    expect(await amounts()).toEqual([-50_000]);
  });

  it('one that was split before it was sent never gets there, and does when it is joined', async () => {
    const { link } = await fixture.linked();
    const split = { status: 'CONFIRMED' as const, amount: '-50.00', currency: 'EUR', parts: ['2', '3'] };
    await fixture.shape([shaped(1, [link.id], { document: { split }, output: { skip: true } })]);
    await fixture.idle();
    expect(await fixture.ledger()).toEqual([]);
    expect(await fixture.states()).toMatchObject([{ transactionId: 1, state: 'SKIPPED' }]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it('one under review is neither planned nor logged, and is sent once when it is decided that there are two', async () => {
    const { link } = await fixture.linked();
    const doubtful = shaped(1, [link.id], { document: { under_review: true }, output: { skip: true } });
    await fixture.shape([doubtful]);
    await fixture.idle();
    expect(await fixture.states()).toEqual([]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await fixture.idle();
    await fixture.shape([doubtful]);
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(1);
    expect(fixture.logged()).toMatchObject([{ status: 'TRANSFERRED' }]);
  });

  it('one that is merged away under review is deleted nowhere, and is sent when the merge is undone', async () => {
    const { link } = await fixture.linked();
    const doubtful = { document: { under_review: true as const }, output: { skip: true } };
    await fixture.shape([shaped(1, [link.id], doubtful)]);
    await fixture.shape([shaped(1, [link.id], { ...doubtful, shapedVersion: 2, removed: true })]);
    await fixture.idle();
    expect([await fixture.states(), fixture.logged(), await fixture.ledger()]).toEqual([[], [], []]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 3 })]);
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(1);
  });

  it('a row that the user reconciled or deleted at the budget is left unchanged', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id]), shaped(2, [link.id]), shaped(3, [link.id])]);
    await fixture.idle();
    const rows = await fixture.ledger();
    const idOf = (amount: number) => rows.find((row) => row.amount === amount)?.id;
    const path = '/plans/last-used/transactions';
    await fixture.byHand('PUT', `${path}/${idOf(-1500)}`, { transaction: { cleared: 'reconciled' } });
    await fixture.byHand('DELETE', `${path}/${idOf(-2500)}`);
    const document = { amount: '-99.00' };
    await fixture.shape([1, 2, 3].map((id) => shaped(id, [link.id], { shapedVersion: 2, document })));
    await fixture.idle();
    const after = await fixture.ledger();
    expect(after.map((row) => row.amount).sort()).toEqual([-1500, -2500, -99_000]);
    expect(await fixture.states()).toMatchObject([
      { state: 'TRANSFERRED', error: expect.stringContaining('reconciled') as string },
      { state: 'DELETED', error: expect.stringContaining('deleted') as string },
      { state: 'TRANSFERRED', error: null },
    ]);
  });

  it('destination fields of rules are sent, and their changes, too', async () => {
    const { link } = await fixture.linked();
    const fields = (memo: string) => ({ output: { destinationFields: { memo, flag_color: 'red' } } });
    await fixture.shape([shaped(1, [link.id], fields('first'))]);
    await fixture.idle();
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, ...fields('second') })]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ memo: 'second' }]);
  });
});

it('other schemas refuse the role', async () => {
  const { Client } = await import('pg');
  const admin = new Client({ connectionString: fixture.adminUrl });
  await admin.connect();
  await admin.query('create schema rule_engine; create table rule_engine.rules (id int)');
  await admin.end();
  await expect(fixture.database.query('select * from rule_engine.rules')).rejects.toThrow(
    /permission denied/,
  );
  await expect(fixture.database.query('create table public.x (id int)')).rejects.toThrow(/permission denied/);
});

it('the token is encrypted at rest', async () => {
  const { connectionId } = await fixture.connect();
  const [row] = await fixture.database.query<{ token: string }>(
    'select token from destination_connections where id = $1',
    [connectionId],
  );
  expect(row?.token).toMatch(/^v1\./);
  expect(row?.token).not.toContain(fixture.sandbox.credentials.budgeta.token);
  await eventually(() => expect(fixture.published.length).toBeGreaterThan(0));
  expect(JSON.stringify(fixture.published)).not.toContain(fixture.sandbox.credentials.budgeta.token);
});
