import { DestinationUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { TestUser } from '../../test-user.fixture';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

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
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const shapeMany = (linkId: number, count: number) => user.shape(ids(count).map((id) => shaped(id, [linkId])));

async function expectOnceEach(count: number): Promise<void> {
  await user.idle();
  const rows = await user.ledger();
  expect(rows).toHaveLength(count);
  const stored = await user.database.query<{ id: string; import_id: string }>(
    `select destination_transaction_id as id, import_id from transfers where user_id = $1 and state = 'TRANSFERRED'`,
    [user.id],
  );
  const key = (row: { id: string; import_id: string | null }) => `${row.id} ${row.import_id}`;
  expect(stored.map(key).sort()).toEqual(rows.map(key).sort());
}

describe('an answer without a result', () => {
  it.each(['drop_after_accept', 'truncate', 'not_json'])(
    '%s: the budget has the rows once, and the ids are recovered',
    async (kind) => {
      const { link } = await user.linked();
      await user.fault({ kind, path: 'POST' });
      await shapeMany(link.id, 60);
      await expectOnceEach(60);
      expect(await user.summary()).toMatchObject({ duplicates_refused: 60 });
      const logged = user.logged();
      expect(logged.filter((entry) => entry.status === 'PENDING' && !entry.attempt?.succeeded)).toHaveLength(
        60,
      );
      expect(logged.filter((entry) => entry.status === 'TRANSFERRED')).toHaveLength(60);
    },
  );

  it('timeout after the work was done: the same', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'timeout_after_accept', delay_ms: 50, path: 'POST' });
    await shapeMany(link.id, 10);
    await expectOnceEach(10);
  });

  it('60 of 100 accepted: those are not sent as new again', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'accept_part', rows: 60, path: 'POST' });
    await shapeMany(link.id, 100);
    await expectOnceEach(100);
    expect(await user.summary()).toMatchObject({ duplicates_refused: 60 });
  });

  it('one row of the answer is damaged: that one is looked up', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'missing_field', field: 'id', rows: 3, path: 'POST' });
    await shapeMany(link.id, 10);
    await expectOnceEach(10);
    expect(await user.summary()).toMatchObject({ duplicates_refused: 1 });
  });
});

/** The service waits an hour before it tries again, so that a test can do something meanwhile. */
describe('between two attempts', () => {
  beforeAll(() => service.restart({ backoffMs: 3_600_000, attemptsMax: 3 }));
  afterAll(() => service.restart());

  /** The time of the next attempt has come. */
  const tryNow = () =>
    user.database.execute(
      `update transfers set due_at = clock_timestamp() where user_id = ${user.id} and state = 'PENDING'`,
    );

  it('a change that arrived while the result was unknown arrives at the row', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(user.logged()).toHaveLength(1));
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-77.00' } })]);
    await expectOnceEach(1);
    expect(await user.ledger()).toMatchObject([{ amount: -77_000 }]);
  });

  it('one removed while the result was unknown is deleted', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(user.logged()).toHaveLength(1));
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ deleted: true }]);
    expect(await user.states()).toMatchObject([{ state: 'DELETED' }]);
  });

  it('a row that the user deleted meanwhile counts as deleted at the destination, not as transferred', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'drop_after_accept', path: 'POST' });
    await shapeMany(link.id, 1);
    await eventually(() => expect(user.logged()).toHaveLength(1));
    const [row] = await user.ledger();
    await user.byHand('DELETE', `/plans/last-used/transactions/${row?.id}`);
    await tryNow();
    await user.idle();
    expect(await user.states()).toMatchObject([
      { state: 'DELETED', error: 'The transaction was deleted at the destination.' },
    ]);
  });

  it('a destination that stays down: failed after the last attempt, and the connection says so', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 503, path: 'POST', times: null });
    await shapeMany(link.id, 2);
    for (const attempt of [1, 2]) {
      await eventually(() => expect(user.logged()).toHaveLength(2 * attempt));
      await tryNow();
    }
    await user.idle();
    expect(await user.states()).toMatchObject([{ state: 'FAILED' }, { state: 'FAILED' }]);
    expect(user.logged()).toHaveLength(6);
    expect(lastHealth()).toMatchObject({ status: 'FAILING', transient_failure_count: 3 });
  });
});

describe('refusals', () => {
  it('one bad row of a bulk fails with the reason, and the others are sent', async () => {
    const { link } = await user.linked();
    const bad = { output: { destinationFields: { category_id: 'x'.repeat(50) } } };
    await user.shape(ids(20).map((id) => shaped(id, [link.id], id === 7 ? bad : {})));
    await user.idle();
    const failed = (await user.states()).filter(({ state }) => state !== 'TRANSFERRED');
    expect(failed).toMatchObject([
      { transactionId: 7, state: 'FAILED', error: expect.stringContaining('category_id') as string },
    ]);
    expect(await user.ledger()).toHaveLength(19);
    expect(user.logged().find((entry) => entry.status === 'FAILED')).toMatchObject({
      transactionId: 7,
      attempt: { succeeded: false, destinationTransactionId: null },
    });
  });

  it('one bad row among 1,000 costs one further request', async () => {
    const { link } = await user.linked();
    await user.holdSending();
    const before = (await user.summary()).requests ?? 0;
    const bad = { document: { mapped_fields: { date: daysAgo(5 * 366) } } };
    for (const from of [1, 201, 401, 601, 801]) {
      await user.shape(ids(200, from).map((id) => shaped(id, [link.id], id === 613 ? bad : {})));
    }
    await user.letSend();
    await user.idle();
    const failed = (await user.states()).filter(({ state }) => state !== 'TRANSFERRED');
    expect(failed).toMatchObject([{ transactionId: 613, state: 'FAILED' }]);
    expect(((await user.summary()).requests ?? 0) - before).toBe(2);
    expect(await user.ledger()).toHaveLength(999);
  });

  it('of dates that BUDGETA refuses, coming days wait and those over five years ago fail', async () => {
    const { link } = await user.linked();
    await user.holdSending();
    const before = (await user.summary()).requests ?? 0;
    const dated = (days: number) => ({ document: { mapped_fields: { date: daysAgo(days) } } });
    await user.shape(
      ids(90).map((id) =>
        shaped(id, [link.id], id <= 30 ? dated(5 * 366 + id) : id <= 60 ? dated(-1 - id) : {}),
      ),
    );
    await user.letSend();
    await user.idle();
    const states = await user.states();
    const tooOld = 'BUDGETA takes no transactions that are more than 5 years old.';
    expect(states.slice(0, 30)).toMatchObject(ids(30).map(() => ({ state: 'FAILED', error: tooOld })));
    expect(states.slice(30, 60)).toMatchObject(ids(30).map(() => ({ state: 'PENDING', error: null })));
    expect(states.slice(60)).toMatchObject(ids(30).map(() => ({ state: 'TRANSFERRED' })));
    expect(((await user.summary()).requests ?? 0) - before).toBe(2);
  });

  it('a lapsed subscription is reported as one, and takes nothing away', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 403, path: 'POST' });
    await shapeMany(link.id, 3);
    await eventually(() =>
      expect(lastHealth()).toMatchObject({
        status: 'FAILING',
        integrator_message: 'The subscription at BUDGETA has lapsed.',
      }),
    );
    expect(await user.states()).toMatchObject(ids(3).map(() => ({ state: 'PENDING' })));
  });

  it('a failed one is retried when the transaction changes', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id], { output: { destinationFields: { flag_color: 'pink' } } })]);
    await user.idle();
    expect(await user.states()).toMatchObject([{ state: 'FAILED' }]);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2 })]);
    await expectOnceEach(1);
  });

  it('429: Retry-After is obeyed, no attempt counts, and the wait is published', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 429, retry_after_s: 1, path: 'POST' });
    await shapeMany(link.id, 5);
    await expectOnceEach(5);
    expect(await user.summary()).toMatchObject({ requests_in_retry_after: 0 });
    expect(user.logged().slice(0, 5)).toMatchObject(ids(5).map(() => ({ status: 'PENDING' })));
    const attempts = await user.database.query('select distinct attempts from transfers where user_id = $1', [
      user.id,
    ]);
    expect(attempts).toEqual([{ attempts: 0 }]);
  });

  it('a revoked token: transfers wait, the connection fails, and connecting again sends them', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 401, path: 'POST' });
    await shapeMany(link.id, 3);
    await eventually(() => expect(lastHealth()).toMatchObject({ status: 'FAILING', failure_count: 1 }));
    expect(await user.ledger()).toEqual([]);
    expect(await user.states()).toMatchObject(ids(3).map(() => ({ state: 'PENDING' })));
    await user.connect();
    await expectOnceEach(3);
    expect(lastHealth()).toMatchObject({ status: 'HEALTHY' });
  });
});

it('the allowance is never exceeded: further rows wait', async () => {
  const scarce = await TransferEngineFixture.start({
    sandbox: { requestsPerHour: 6 },
    requestsPerHour: 6,
    dispatch: { rowsMax: 10 },
  });
  try {
    const other = await TestUser.of(scarce);
    const { link } = await other.linked();
    await other.shape(ids(200).map((id) => shaped(id, [link.id])));
    // Three requests went into connecting; three are left, ten rows each.
    await eventually(async () => expect(await other.ledger()).toHaveLength(30));
    await other.shape([shaped(1000, [link.id])]);
    expect(await other.summary()).toMatchObject({ requests: 6, requests_in_retry_after: 0 });
  } finally {
    await scarce.close();
  }
});

describe('a dispatcher that died', () => {
  /** Leaves behind what a kill between claim and answer leaves beside the lease: the note of what was being sent. */
  const leaveNote = () =>
    user.database.execute(
      `insert into dispatch_claims (unit_id, fence, transfer_ids, versions)
       select unit_id, fence, array_agg(t.id), array_agg(version) from transfers t join dispatch_leases using (unit_id)
        where user_id = ${user.id} and state = 'PENDING' group by unit_id, fence`,
    );

  async function sentThenKilled(linkId: number, count: number): Promise<void> {
    await user.holdSending();
    await shapeMany(linkId, count);
    await leaveNote();
    const rows = await user.database.query<{
      import_id: string;
      content: { date: string };
      account: string;
    }>(
      `select t.import_id, t.content, d.external_id as account
         from transfers t join destination_targets d on d.id = t.destination_id
        where t.user_id = $1 order by t.id`,
      [user.id],
    );
    await user.byHand('POST', '/plans/last-used/transactions', {
      transactions: rows.map(({ import_id, content, account }, place) => ({
        account_id: account,
        import_id,
        date: content.date,
        amount: -1000 * (place + 1) - 500,
      })),
    });
  }

  it('after the answer: its claim is taken over, no row is sent twice, and the ids are found', async () => {
    const { link } = await user.linked();
    await sentThenKilled(link.id, 30);
    expect((await user.states()).filter(({ state }) => state !== 'PENDING')).toEqual([]); // the lease holds
    await user.letSend();
    await expectOnceEach(30);
    expect(await user.summary()).toMatchObject({ duplicates_refused: 30 });
    expect(
      await user.database.query(
        'select 1 from dispatch_claims where unit_id in (select id from destination_units where user_id = $1)',
        [user.id],
      ),
    ).toEqual([]);
  });

  it('and what was removed before the take-over is deleted at the budget', async () => {
    const { link } = await user.linked();
    await sentThenKilled(link.id, 2);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
    expect(await user.states()).toMatchObject([{ state: 'SKIPPED' }, { state: 'PENDING' }]);
    await user.letSend();
    await user.idle();
    expect((await user.ledger()).map((row) => row.deleted)).toEqual([true, false]);
  });

  it('and what changed before the take-over is brought up to date', async () => {
    const { link } = await user.linked();
    await sentThenKilled(link.id, 2);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-42.00' } })]);
    await user.letSend();
    await expectOnceEach(2);
    expect((await user.ledger()).map((row) => row.amount).sort()).toEqual([-2500, -42_000]);
  });

  describe('beside another', () => {
    beforeAll(() => service.startAnother());
    afterAll(() => service.stopOthers());

    it('that wakes up after the take-over does not save: its fence is old', async () => {
      const { link } = await user.linked();
      const first = await user.fault({ kind: 'held', path: 'POST' }); // its rows are taken
      const successor = await user.fault({ kind: 'held', path: 'POST' });
      await shapeMany(link.id, 5);
      // Before its request each dispatcher renews its lease: only one that expires after that is lost.
      await eventually(async () => expect(await user.faultsMet()).toBe(1));
      await user.letSend();
      await eventually(async () => expect(await user.faultsMet()).toBe(2));
      await user.endFaults([first]);
      await eventually(async () => expect(await user.ledger()).toHaveLength(5));
      await user.endFaults([successor]);
      await expectOnceEach(5);
      expect(await user.summary()).toMatchObject({ duplicates_refused: 5 });
      expect(
        await user.database.query(
          `select 1 from transfer_logs l join transfers t on t.id = l.transfer_id where l.succeeded and t.user_id = $1`,
          [user.id],
        ),
      ).toHaveLength(5);
      expect(user.logged()).toHaveLength(5);
    });
  });
});

function lastHealth() {
  const resources = user.of(DestinationUpsertedV1).flatMap((payload) => payload.resources);
  return resources.filter((resource) => resource.kind === 'CONNECTION').at(-1)?.document.health;
}
