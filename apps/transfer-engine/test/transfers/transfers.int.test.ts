import { DestinationUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { TestUser } from '../test-user.fixture';
import { message, shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, place) => from + place);

describe('carrying transactions to the budget', () => {
  it('each arrives exactly once, as the user expects it, and is published', async () => {
    const { link } = await user.linked();
    await user.shape(ids(250).map((id) => shaped(id, [link.id])));
    await user.idle();
    const rows = await user.ledger();
    expect(rows).toHaveLength(250);
    expect(new Set(rows.map((row) => row.import_id)).size).toBe(250);
    expect(rows.find((row) => row.amount === -7500)).toMatchObject({
      date: '2026-03-02',
      payee: 'Kahvila Oy',
      memo: 'Card 02.03 KAHVILA',
      cleared: 'cleared',
    });
    const logged = user.logged();
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
    const { link } = await user.linked();
    const payload = user.shapedOf(ids(40).map((id) => shaped(id, [link.id])));
    const one = message(TransactionShapedV1, user.accountId, payload);
    await service.engine.publish([one, one]);
    await user.idle();
    await service.engine.publish([one]);
    await user.idle();
    expect(await user.ledger()).toHaveLength(40);
    expect(await user.summary()).toMatchObject({ duplicates_refused: 0 });
    expect(user.logged()).toHaveLength(40);
  });

  it('two instances share the work: no row twice, none lost', async () => {
    const { link } = await user.linked();
    await service.startAnother();
    try {
      await Promise.all(
        ids(20).map((part) => user.shape(ids(100, part * 1000).map((id) => shaped(id, [link.id])))),
      );
      await user.idle();
    } finally {
      await service.stopOthers();
    }
    expect(await user.summary()).toMatchObject({ transactions: 2000, duplicates_refused: 0 });
  });

  it('a skipped one, and one dated before the start, are not sent; one dated tomorrow waits for its day', async () => {
    const { link } = await user.linked({ transfer_start_date: '2026-01-01' });
    const dated = (date: string) => ({ document: { mapped_fields: { payee: 'A', description: 'B', date } } });
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await user.shape([
      shaped(1, [link.id], { output: { skip: true } }),
      shaped(2, [link.id], dated('2025-12-31')),
      shaped(3, [link.id], dated('2026-01-01')),
      shaped(4, [link.id], dated(tomorrow)),
    ]);
    await user.idle();
    expect(await user.states()).toMatchObject([
      { transactionId: 1, state: 'SKIPPED' },
      { transactionId: 3, state: 'TRANSFERRED' },
      { transactionId: 4, state: 'PENDING' },
    ]);
    expect(await user.ledger()).toHaveLength(1);
    expect(
      user
        .logged()
        .map((entry) => entry.status)
        .sort(),
    ).toEqual(['SKIPPED', 'TRANSFERRED']);
  });

  it('one without a date fails with the reason, and the other is sent', async () => {
    const { link } = await user.linked();
    const undated = { mapped_fields: { date: null }, booking_date: null, value_date: null };
    await user.shape([shaped(1, [link.id], { document: undated }), shaped(2, [link.id])]);
    await user.idle();
    expect(await user.states()).toMatchObject([
      { state: 'FAILED', error: 'The transaction has no date.' },
      { state: 'TRANSFERRED' },
    ]);
  });

  it('a pending one without a date is sent once, when it is booked, also on a link that starts at a day', async () => {
    const { link } = await user.linked({ transfer_start_date: '2026-03-01' });
    const undated = {
      booked: false,
      mapped_fields: { payee: 'Shop', date: null },
      booking_date: null,
      value_date: null,
    };
    await user.shape([shaped(1, [link.id], { document: undated })]);
    await user.idle();
    expect(await user.ledger()).toEqual([]);
    const booked = { booked: true, mapped_fields: { payee: 'Shop', date: null }, booking_date: '2026-03-02' };
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: booked })]);
    await user.idle();
    expect(await user.states()).toMatchObject([{ transactionId: 1, state: 'TRANSFERRED', error: null }]);
    expect(await user.ledger()).toMatchObject([{ date: '2026-03-02', cleared: 'cleared' }]);
  });

  it('an unknown link is ignored', async () => {
    await user.linked();
    await user.shape([shaped(1, [999_999])]);
    await user.idle();
    expect(await user.states()).toEqual([]);
  });
});

describe('changes', () => {
  it('a pending one that books becomes cleared, in the fields that the link allows', async () => {
    const { link } = await user.linked({ on_booked_change: { update_payee: false } });
    const before = { booked: false, amount: '-10.00' };
    const after = {
      booked: true,
      amount: '-10.40',
      mapped_fields: { payee: 'Other', description: 'Final', date: '2026-03-03' },
    };
    await user.shape([shaped(1, [link.id], { document: before })]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ cleared: 'uncleared', amount: -10_000 }]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: after })]);
    await user.idle();
    const changed = {
      cleared: 'cleared',
      amount: -10_400,
      memo: 'Final',
      date: '2026-03-03',
      payee: 'Kahvila Oy',
    };
    expect(await user.ledger()).toMatchObject([changed]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 1, document: before })]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([changed]);
    expect(user.logged().map((entry) => entry.attempt?.operation)).toEqual(['CREATE', 'UPDATE']);
  });

  it('a new version without visible changes makes no request', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    const { requests } = await user.summary();
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { value_date: '2026-03-04' } })]);
    await user.idle();
    expect(await user.summary()).toMatchObject({ requests });
  });

  it('a removed one is deleted at the budget; one removed before it was sent never arrives', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    await user.fault({ kind: 'status', status: 429, retry_after_s: 1, path: 'POST' });
    await user.shape([shaped(1, [], { shapedVersion: 2, removed: true }), shaped(2, [link.id])]);
    await user.shape([shaped(2, [], { shapedVersion: 2, removed: true })]);
    await user.idle();
    const rows = await user.ledger();
    expect(rows.filter((row) => !row.deleted)).toEqual([]);
    expect(await user.states()).toMatchObject([
      { transactionId: 1, state: 'DELETED' },
      { transactionId: 2, state: expect.stringMatching(/SKIPPED|DELETED/) as string },
    ]);
  });

  it('one that is split goes for its parts, and comes back once when they are joined', async () => {
    const { link } = await user.linked();
    const whole = (shapedVersion: number, document: object = {}) =>
      shaped(1, [link.id], { shapedVersion, document: { amount: '-50.00', ...document } });
    const part = (id: number, amount: string) =>
      shaped(id, [link.id], { document: { amount, split_of: '1' } });
    const split = { status: 'CONFIRMED' as const, amount: '-50.00', currency: 'EUR', parts: ['2', '3'] };
    const amounts = async () =>
      (await user.ledger())
        .filter(({ deleted }) => !deleted)
        .map(({ amount }) => amount)
        .sort((a, b) => a - b);
    await user.shape([whole(1)]);
    await user.idle();
    await user.shape([whole(2, { split }), part(2, '-30.00'), part(3, '-20.00')]);
    await user.idle();
    expect(await amounts()).toEqual([-30_000, -20_000]);
    await user.shape([whole(1)]);
    await user.idle();
    expect(await amounts()).toEqual([-30_000, -20_000]);
    const gone = [2, 3].map((id) => shaped(id, [link.id], { shapedVersion: 2, removed: true }));
    await user.shape([whole(3), ...gone]);
    await user.idle();
    expect(await amounts()).toEqual([-50_000]);
  });

  it('one that was split before it was sent never gets there, and does when it is joined', async () => {
    const { link } = await user.linked();
    const split = { status: 'CONFIRMED' as const, amount: '-50.00', currency: 'EUR', parts: ['2', '3'] };
    await user.shape([shaped(1, [link.id], { document: { split }, output: { skip: true } })]);
    await user.idle();
    expect(await user.ledger()).toEqual([]);
    expect(await user.states()).toMatchObject([{ transactionId: 1, state: 'SKIPPED' }]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await user.idle();
    expect(await user.ledger()).toHaveLength(1);
  });

  it('one under review is neither planned nor logged, and is sent once when it is decided that there are two', async () => {
    const { link } = await user.linked();
    const doubtful = shaped(1, [link.id], { document: { under_review: true }, output: { skip: true } });
    await user.shape([doubtful]);
    await user.idle();
    expect(await user.states()).toEqual([]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await user.idle();
    await user.shape([doubtful]);
    await user.idle();
    expect(await user.ledger()).toHaveLength(1);
    expect(user.logged()).toMatchObject([{ status: 'TRANSFERRED' }]);
  });

  it('one that is merged away under review is deleted nowhere, and is sent when the merge is undone', async () => {
    const { link } = await user.linked();
    const doubtful = { document: { under_review: true as const }, output: { skip: true } };
    await user.shape([shaped(1, [link.id], doubtful)]);
    await user.shape([shaped(1, [link.id], { ...doubtful, shapedVersion: 2, removed: true })]);
    await user.idle();
    expect([await user.states(), user.logged(), await user.ledger()]).toEqual([[], [], []]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 3 })]);
    await user.idle();
    expect(await user.ledger()).toHaveLength(1);
  });

  it('a row that the user reconciled or deleted at the budget is left unchanged', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id]), shaped(2, [link.id]), shaped(3, [link.id])]);
    await user.idle();
    const rows = await user.ledger();
    const idOf = (amount: number) => rows.find((row) => row.amount === amount)?.id;
    const path = '/plans/last-used/transactions';
    await user.byHand('PUT', `${path}/${idOf(-1500)}`, { transaction: { cleared: 'reconciled' } });
    await user.byHand('DELETE', `${path}/${idOf(-2500)}`);
    const document = { amount: '-99.00' };
    await user.shape([1, 2, 3].map((id) => shaped(id, [link.id], { shapedVersion: 2, document })));
    await user.idle();
    const after = await user.ledger();
    expect(after.map((row) => row.amount).sort()).toEqual([-1500, -2500, -99_000]);
    expect(await user.states()).toMatchObject([
      { state: 'TRANSFERRED', error: expect.stringContaining('reconciled') as string },
      { state: 'DELETED', error: expect.stringContaining('deleted') as string },
      { state: 'TRANSFERRED', error: null },
    ]);
  });

  it('destination fields of rules are sent, and their changes, too', async () => {
    const { link } = await user.linked();
    const fields = (memo: string) => ({ output: { destinationFields: { memo, flag_color: 'red' } } });
    await user.shape([shaped(1, [link.id], fields('first'))]);
    await user.idle();
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, ...fields('second') })]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ memo: 'second' }]);
  });
});

it('other schemas refuse the role', async () => {
  const { Client } = await import('pg');
  const admin = new Client({ connectionString: service.adminUrl });
  await admin.connect();
  await admin.query('create schema rule_engine; create table rule_engine.rules (id int)');
  await admin.end();
  await expect(user.database.query('select * from rule_engine.rules')).rejects.toThrow(/permission denied/);
  await expect(user.database.query('create table public.x (id int)')).rejects.toThrow(/permission denied/);
});

it('the token is encrypted at rest', async () => {
  const { connectionId } = await user.connect();
  const [row] = await user.database.query<{ token: string }>(
    'select token from destination_connections where id = $1',
    [connectionId],
  );
  expect(row?.token).toMatch(/^v1\./);
  const { token } = user.atBudgeta;
  expect(row?.token).not.toContain(token);
  await eventually(() => expect(user.of(DestinationUpsertedV1)).not.toEqual([]));
  expect(JSON.stringify(service.published)).not.toContain(token);
});
