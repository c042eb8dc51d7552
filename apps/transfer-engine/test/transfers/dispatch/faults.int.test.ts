import { DestinationUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, place) => from + place);
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const shapeMany = (linkId: number, count: number) =>
  fixture.shape(ids(count).map((id) => shaped(id, [linkId])));

async function expectOnceEach(count: number): Promise<void> {
  await fixture.idle();
  const rows = await fixture.ledger();
  expect(rows).toHaveLength(count);
  const stored = await fixture.database.query<{ id: string; import_id: string }>(
    `select destination_transaction_id as id, import_id from transfers where state = 'TRANSFERRED'`,
  );
  const key = (row: { id: string; import_id: string | null }) => `${row.id} ${row.import_id}`;
  expect(stored.map(key).sort()).toEqual(rows.map(key).sort());
}

describe('an answer without a result', () => {
  it.each(['drop_after_accept', 'truncate', 'not_json'])(
    '%s: the budget has the rows once, and the ids are recovered',
    async (kind) => {
      const { link } = await fixture.linked();
      await fixture.fault({ kind, path: 'POST' });
      await shapeMany(link.id, 60);
      await expectOnceEach(60);
      expect(await fixture.summary()).toMatchObject({ duplicates_refused: 60 });
      const logged = fixture.logged();
      expect(logged.filter((entry) => entry.status === 'PENDING' && !entry.attempt?.succeeded)).toHaveLength(
        60,
      );
      expect(logged.filter((entry) => entry.status === 'TRANSFERRED')).toHaveLength(60);
    },
  );

  it('timeout after the work was done: the same', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'timeout_after_accept', delay_ms: 50, path: 'POST' });
    await shapeMany(link.id, 10);
    await expectOnceEach(10);
  });

  it('60 of 100 accepted: those are not sent as new again', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'accept_part', rows: 60, path: 'POST' });
    await shapeMany(link.id, 100);
    await expectOnceEach(100);
    expect(await fixture.summary()).toMatchObject({ duplicates_refused: 60 });
  });

  it('one row of the answer is damaged: that one is looked up', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'missing_field', field: 'id', rows: 3, path: 'POST' });
    await shapeMany(link.id, 10);
    await expectOnceEach(10);
    expect(await fixture.summary()).toMatchObject({ duplicates_refused: 1 });
  });

  it('a change that arrived while the result was unknown arrives at the row', async () => {
    const { link } = await fixture.linked();
    await fixture.restart({ backoffMs: 1500 });
    await fixture.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(fixture.logged()).toHaveLength(1));
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-77.00' } })]);
    await expectOnceEach(1);
    expect(await fixture.ledger()).toMatchObject([{ amount: -77_000 }]);
  });

  it('one removed while the result was unknown is deleted', async () => {
    const { link } = await fixture.linked();
    await fixture.restart({ backoffMs: 1500 });
    await fixture.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(fixture.logged()).toHaveLength(1));
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ deleted: true }]);
    expect(await fixture.states()).toMatchObject([{ state: 'DELETED' }]);
  });

  it('a row that the user deleted meanwhile counts as deleted at the destination, not as transferred', async () => {
    const { link } = await fixture.linked();
    await fixture.restart({ backoffMs: 1500 });
    await fixture.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(fixture.logged()).toHaveLength(1));
    const [row] = await fixture.ledger();
    await fixture.byHand('DELETE', `/plans/last-used/transactions/${row?.id}`);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([
      { state: 'DELETED', error: 'The transaction was deleted at the destination.' },
    ]);
  });
});

describe('refusals', () => {
  it('one bad row of a bulk fails with the reason, and the others are sent', async () => {
    const { link } = await fixture.linked();
    const bad = { output: { destinationFields: { category_id: 'x'.repeat(50) } } };
    await fixture.shape(ids(20).map((id) => shaped(id, [link.id], id === 7 ? bad : {})));
    await fixture.idle();
    const failed = (await fixture.states()).filter(({ state }) => state !== 'TRANSFERRED');
    expect(failed).toMatchObject([
      { transactionId: 7, state: 'FAILED', error: expect.stringContaining('category_id') as string },
    ]);
    expect(await fixture.ledger()).toHaveLength(19);
    expect(fixture.logged().find((entry) => entry.status === 'FAILED')).toMatchObject({
      transactionId: 7,
      attempt: { succeeded: false, destinationTransactionId: null },
    });
  });

  it('one bad row among 1,000 costs one further request', async () => {
    await fixture.restart({ lingerMs: 1500 });
    const { link } = await fixture.linked();
    const before = (await fixture.summary()).requests ?? 0;
    const bad = { document: { mapped_fields: { date: daysAgo(5 * 366) } } };
    for (const from of [1, 201, 401, 601, 801]) {
      await fixture.shape(ids(200, from).map((id) => shaped(id, [link.id], id === 613 ? bad : {})));
    }
    await fixture.idle();
    const failed = (await fixture.states()).filter(({ state }) => state !== 'TRANSFERRED');
    expect(failed).toMatchObject([{ transactionId: 613, state: 'FAILED' }]);
    expect(((await fixture.summary()).requests ?? 0) - before).toBe(2);
    expect(await fixture.ledger()).toHaveLength(999);
  });

  it('of dates that BUDGETA refuses, coming days wait and those over five years ago fail', async () => {
    await fixture.restart({ lingerMs: 1500 });
    const { link } = await fixture.linked();
    const before = (await fixture.summary()).requests ?? 0;
    const dated = (days: number) => ({ document: { mapped_fields: { date: daysAgo(days) } } });
    await fixture.shape(
      ids(90).map((id) =>
        shaped(id, [link.id], id <= 30 ? dated(5 * 366 + id) : id <= 60 ? dated(-1 - id) : {}),
      ),
    );
    await fixture.idle();
    const states = await fixture.states();
    const tooOld = 'BUDGETA takes no transactions that are more than 5 years old.';
    expect(states.slice(0, 30)).toMatchObject(ids(30).map(() => ({ state: 'FAILED', error: tooOld })));
    expect(states.slice(30, 60)).toMatchObject(ids(30).map(() => ({ state: 'PENDING', error: null })));
    expect(states.slice(60)).toMatchObject(ids(30).map(() => ({ state: 'TRANSFERRED' })));
    expect(((await fixture.summary()).requests ?? 0) - before).toBe(2);
  });

  it('a lapsed subscription is reported as one, and takes nothing away', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 403, path: 'POST' });
    await shapeMany(link.id, 3);
    await eventually(() =>
      expect(lastHealth()).toMatchObject({
        status: 'FAILING',
        integrator_message: 'The subscription at BUDGETA has lapsed.',
      }),
    );
    expect(await fixture.states()).toMatchObject(ids(3).map(() => ({ state: 'PENDING' })));
  });

  it('a failed one is retried when the transaction changes', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id], { output: { destinationFields: { flag_color: 'pink' } } })]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([{ state: 'FAILED' }]);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await expectOnceEach(1);
  });

  it('429: Retry-After is obeyed, no attempt counts, and the wait is published', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 429, retry_after_s: 1, path: 'POST' });
    await shapeMany(link.id, 5);
    await expectOnceEach(5);
    expect(await fixture.summary()).toMatchObject({ requests_in_retry_after: 0 });
    expect(fixture.logged().slice(0, 5)).toMatchObject(ids(5).map(() => ({ status: 'PENDING' })));
    const [row] = await fixture.database.query('select attempts from transfers limit 1');
    expect(row).toEqual({ attempts: 0 });
  });

  it('a destination that stays down: failed after the last attempt, and the connection says so', async () => {
    await fixture.restart({ attemptsMax: 3 });
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 503, path: 'POST', times: null });
    await shapeMany(link.id, 2);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([{ state: 'FAILED' }, { state: 'FAILED' }]);
    expect(fixture.logged()).toHaveLength(6);
    expect(lastHealth()).toMatchObject({ status: 'FAILING', transient_failure_count: 3 });
  });

  it('a revoked token: transfers wait, the connection fails, and connecting again sends them', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 401, path: 'POST' });
    await shapeMany(link.id, 3);
    await eventually(() => expect(lastHealth()).toMatchObject({ status: 'FAILING', failure_count: 1 }));
    expect(await fixture.ledger()).toEqual([]);
    expect(await fixture.states()).toMatchObject(ids(3).map(() => ({ state: 'PENDING' })));
    await fixture.connect();
    await expectOnceEach(3);
    expect(lastHealth()).toMatchObject({ status: 'HEALTHY' });
  });
});

describe('the allowance', () => {
  it('is never exceeded: further rows wait', async () => {
    await fixture.close();
    fixture = await TransferEngineFixture.start({
      sandbox: { requestsPerHour: 6 },
      requestsPerHour: 6,
      dispatch: { rowsMax: 10 },
    });
    const { link } = await fixture.linked();
    await shapeMany(link.id, 200);
    // Two requests went into connecting; four are left, ten rows each.
    await eventually(async () => expect(await fixture.ledger()).toHaveLength(40));
    await fixture.shape([shaped(1000, [link.id])]);
    expect(await fixture.summary()).toMatchObject({ requests: 6, requests_in_retry_after: 0 });
  });
});

describe('a dispatcher that died', () => {
  /** Leaves behind what a kill between claim and answer leaves: a lease, and the note of what was being sent. */
  async function leaveBehind(): Promise<void> {
    await fixture.database.execute(
      `insert into dispatch_claims (unit_id, fence, transfer_ids, versions)
       select unit_id, 1, array_agg(id), array_agg(version) from transfers where state = 'PENDING' group by unit_id`,
    );
    await fixture.database.execute(
      `insert into dispatch_leases (unit_id, fence, lease_until)
       select unit_id, 1, clock_timestamp() + interval '1 hour' from transfers group by unit_id`,
    );
  }

  const expireLeases = () =>
    fixture.database.execute(
      `update dispatch_leases set lease_until = clock_timestamp() - interval '1 second'`,
    );

  async function sentThenKilled(linkId: number, count: number): Promise<void> {
    await fixture.restart({ lingerMs: 600_000 });
    await shapeMany(linkId, count);
    await leaveBehind();
    const rows = await fixture.database.query<{
      import_id: string;
      content: { date: string };
      account: string;
    }>(
      `select t.import_id, t.content, d.external_id as account
         from transfers t join destination_targets d on d.id = t.destination_id order by t.id`,
    );
    await fixture.byHand('POST', '/plans/last-used/transactions', {
      transactions: rows.map(({ import_id, content, account }, place) => ({
        account_id: account,
        import_id,
        date: content.date,
        amount: -1000 * (place + 1) - 500,
      })),
    });
    await fixture.restart({ lingerMs: 20 });
  }

  it('after the answer: its claim is taken over, no row is sent twice, and the ids are found', async () => {
    const { link } = await fixture.linked();
    await sentThenKilled(link.id, 30);
    expect((await fixture.states()).filter(({ state }) => state !== 'PENDING')).toEqual([]); // the lease holds
    await expireLeases();
    await expectOnceEach(30);
    expect(await fixture.summary()).toMatchObject({ duplicates_refused: 30 });
    expect(await fixture.database.query('select 1 from dispatch_claims')).toEqual([]);
  });

  it('and what was removed before the take-over is deleted at the budget', async () => {
    const { link } = await fixture.linked();
    await sentThenKilled(link.id, 2);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
    expect(await fixture.states()).toMatchObject([{ state: 'SKIPPED' }, { state: 'PENDING' }]);
    await expireLeases();
    await fixture.idle();
    expect((await fixture.ledger()).map((row) => row.deleted)).toEqual([true, false]);
  });

  it('and what changed before the take-over is brought up to date', async () => {
    const { link } = await fixture.linked();
    await sentThenKilled(link.id, 2);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-42.00' } })]);
    await expireLeases();
    await expectOnceEach(2);
    expect((await fixture.ledger()).map((row) => row.amount).sort()).toEqual([-2500, -42_000]);
  });

  it('that wakes up after the take-over does not save: its fence is old', async () => {
    const { link } = await fixture.linked();
    await fixture.startAnother();
    await fixture.fault({ kind: 'slow', delay_ms: 3000, path: 'POST' }); // the first, whose rows are taken
    await fixture.fault({ kind: 'slow', delay_ms: 4500, path: 'POST' }); // its successor, still waiting by then
    await shapeMany(link.id, 5);
    // Before its request each dispatcher renews its lease: only one that expires after that is lost.
    await eventually(async () => expect(await fixture.faultsMet()).toBe(1));
    await expireLeases();
    await eventually(async () => expect(await fixture.faultsMet()).toBe(2));
    await expectOnceEach(5);
    expect(await fixture.summary()).toMatchObject({ duplicates_refused: 5 });
    expect(await fixture.database.query('select 1 from transfer_logs where succeeded')).toHaveLength(5);
    expect(fixture.logged()).toHaveLength(5);
  });
});

function lastHealth() {
  const resources = fixture.of(DestinationUpsertedV1).flatMap((payload) => payload.resources);
  return resources.filter((resource) => resource.kind === 'CONNECTION').at(-1)?.document.health;
}
