import { AccountUpsertedV1, TransactionShapedV1 } from '@tributary/contracts';
import { eventually, SeededRandom } from '@tributary/testing';
import { FilledEvent } from '../../contract/filled-events';
import { GatewayUnderTest } from '../../gateway-under-test';
import { PlayedReplay } from '../../played-replay';
import { accountOf, shapedOf, transactionOf } from '../../samples';
import { writeModelNow } from '../../../src/model/model-writes';
import { applyOwnChanges } from '../../../src/model/projections/own-changes.projection';
import { PROJECTIONS } from '../../../src/model/projections/projections';
import { beginRebuild } from '../../../src/model/rebuild/rebuilds';

const ACCOUNTS = [17, 18, 19];
const OF_ANOTHER = 1000;

let gateway: GatewayUnderTest;
let userId: number;
let otherId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('follower@example.com');
  otherId = await gateway.user('other@example.com');
  token = await gateway.token({ userId });
});
afterAll(() => gateway.close());

type Row = Readonly<Record<string, unknown>>;

/** A client that polls for changes as the document of the API says, in small pages. */
class Follower {
  readonly known = new Map<string, Row>();
  private readonly last = new Map<string, string>();

  /** @returns how many rows came */
  async poll(): Promise<number> {
    const upserted = await this.read('transactions?include=changed_at&', (row) =>
      this.known.set(String(row['id']), row),
    );
    const removed = await this.read('removed-transactions?', (row) => this.known.delete(String(row['id'])));
    return upserted + removed;
  }

  private async read(list: string, take: (row: Row) => void): Promise<number> {
    let count = 0;
    for (;;) {
      const last = this.last.get(list);
      const after = last === undefined ? '' : `&filter[updated_after]=${last}`;
      const { status, body } = await gateway.list(
        `/finance/${list}sort=changed_at&page[size]=3${after}`,
        token,
      );
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
      for (const { changed_at: changedAt, ...row } of body.data) {
        take(row);
        this.last.set(list, String(changedAt));
      }
      if (body.data.length === 0) return count;
      count += body.data.length;
    }
  }
}

/** What the list shows, page by page, by id. */
async function shown(): Promise<Map<string, Row>> {
  const all = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { body } = await gateway.list(
      `/finance/transactions?sort=id&page[size]=100&page[number]=${page}`,
      token,
    );
    for (const row of body.data) all.set(String(row['id']), row);
    if (body.links.next === null) return all;
  }
}

/** Writers of random changes, each in a database transaction that stays open for a while. */
class Writers {
  private version = 0;

  constructor(private readonly random: SeededRandom) {}

  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await (this.random.chance(0.2) ? this.changeOwn() : this.shape());
    }
  }

  private shape(): Promise<void> {
    const random = this.random;
    const ofUsers = random.shuffled([userId, ...(random.chance(0.5) ? [otherId] : [])]);
    const events = ofUsers.map((owner) => {
      const account = random.pick(ACCOUNTS) + (owner === userId ? 0 : OF_ANOTHER);
      return { occurredAt: new Date().toISOString(), payload: shapedOf(owner, account, this.some(account)) };
    });
    return writeModelNow(gateway.database, async (tx) => {
      await PROJECTIONS['transaction.shaped'](tx, events);
      await tx.query('select pg_sleep($1::float8)', [random.next() / 50]);
    });
  }

  private some(account: number) {
    const ids = this.random.shuffled([1, 2, 3, 4, 5, 6, 7, 8]).slice(0, this.random.between(1, 5));
    return ids.map((id) => {
      this.version += 1;
      const document = { amount: `-${this.version}.00` };
      const removed = this.random.chance(0.2);
      return transactionOf(account * 10 + id, document, { shapedVersion: this.version, removed });
    });
  }

  private changeOwn(): Promise<void> {
    const account = this.random.pick(ACCOUNTS);
    this.version += 1;
    const { raw, createdAt } = transactionOf(1, { amount: `-${this.version}.50` });
    const changed = { version: this.version, createdAt, updatedAt: createdAt, document: raw };
    return writeModelNow(gateway.database, async (tx) => {
      await applyOwnChanges(tx, {
        financialAccountId: account,
        userId,
        upserted: [{ ...changed, id: account * 10 + this.random.between(1, 4) }],
        removed: [{ id: account * 10 + this.random.between(5, 8), version: this.version }],
        settlements: [],
      });
      await tx.query('select pg_sleep($1::float8)', [this.random.next() / 50]);
    });
  }
}

it.each([1, 2, 3])(
  'a client that follows changes ends with what the list holds, whoever writes meanwhile (seed %i)',
  async (seed) => {
    const random = new SeededRandom(seed);
    const follower = new Follower();
    const writers = Array.from({ length: 5 }, () =>
      new Writers(new SeededRandom(random.below(1_000_000))).write(25),
    );
    const state = { isWriting: true };
    const written = Promise.all(writers).finally(() => (state.isWriting = false));
    while (state.isWriting) await follower.poll();
    await written;
    await follower.poll();
    expect(follower.known).toEqual(await shown());
    expect(follower.known.size).toBeGreaterThan(0);
    expect(await follower.poll()).toBe(0);
  },
  60_000,
);

it('a change that comes late, with an earlier time of its owner, is read all the same', async () => {
  const follower = new Follower();
  await follower.poll();
  const late = { shapedVersion: 5000, updatedAt: '2020-01-01T00:00:00.000Z' };
  const transaction = transactionOf(171, { amount: '-0.01' }, late);
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [transaction]));
  expect(await follower.poll()).toBe(1);
  expect(follower.known.get('171')).toMatchObject({ amount: '-0.01', updated_at: late.updatedAt });
});

it('what rules made of a user’s own change stays, also where it is faster than the change’s own answer', async () => {
  const before = transactionOf(173, { additional_information: 'before' }, { shapedVersion: 6000 });
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [before]));
  const changed = transactionOf(173, { additional_information: 'by the user' }, { shapedVersion: 6001 });
  const shaped = { ...changed.raw, additional_information: 'by a rule' };
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [{ ...changed, shaped }]));
  const { createdAt, updatedAt, raw: document } = changed;
  await writeModelNow(gateway.database, (tx) =>
    applyOwnChanges(tx, {
      financialAccountId: 17,
      userId,
      upserted: [{ id: 173, version: 2, createdAt, updatedAt, document }],
      removed: [],
      settlements: [],
    }),
  );
  const { body } = await gateway.get('/finance/transactions/173', token);
  expect(body.data).toMatchObject({ additional_information: 'by a rule' });
});

it('an event that comes twice is no change', async () => {
  const event = shapedOf(userId, 17, [transactionOf(172, {}, { shapedVersion: 5000 })]);
  await gateway.publish(TransactionShapedV1, 17, event);
  const follower = new Follower();
  await follower.poll();
  await gateway.publish(TransactionShapedV1, 17, event);
  expect(await follower.poll()).toBe(0);
});

it('one account’s changes alone reach a token of that account, removals too', async () => {
  const ofOne = await gateway.token({ userId, scopes: ['transactions:read'], accountIds: [18] });
  for (const list of ['transactions', 'removed-transactions']) {
    const { body } = await gateway.list(`/finance/${list}?page[size]=100`, ofOne);
    expect(new Set(body.data.map((row) => row['financial_account_id']))).toEqual(new Set(['18']));
  }
});

it.each(['2026-03-31', '2026-03-31T12:00:00', '2026-02-30T12:00:00Z', '0000-01-01T00:00:00Z', 'soon'])(
  'updated_after=%s is 422 by its name, and says what a time looks like',
  async (value) => {
    const { status, body } = await gateway.list(
      `/finance/transactions?filter[updated_after]=${value}`,
      token,
    );
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      'filter[updated_after]': [expect.stringContaining('a time like 2026-03-31T12:00:00Z')],
    });
  },
);

it('over a rebuild of the query model, what differs is read and what is the same is not', async () => {
  const events = ACCOUNTS.map((account): FilledEvent => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => account * 10 + id);
    const rows = ids.map((id) => transactionOf(id, {}, { shapedVersion: 8000, removed: id % 10 === 8 }));
    return { contract: TransactionShapedV1, key: account, payload: shapedOf(userId, account, rows) };
  });
  for (const { contract, key, payload } of events) await gateway.publish(contract, key, payload);
  const follower = new Follower();
  await follower.poll();
  await gateway.database.execute(
    `update transactions set amount = 12345, raw = raw || '{"amount": "12345"}' where user_id = $1 and id = $2`,
    [userId, 171],
  );
  const owners = new PlayedReplay(gateway, await beginRebuild(gateway.database, `test ${Math.random()}`));
  const live = transactionOf(199, { amount: '-7.00' }, { shapedVersion: 9000 });
  await gateway.publish(TransactionShapedV1, 19, shapedOf(userId, 19, [live]));
  expect(await follower.poll()).toBe(1);
  const accounts = ACCOUNTS.map((id): FilledEvent => ({
    contract: AccountUpsertedV1,
    key: id,
    payload: accountOf(userId, id),
  }));
  await owners.replay([...accounts, ...events]);
  await eventually(async () => expect(await lastRebuild()).toBe('DONE'), { timeoutMs: 30_000 });
  const read = await follower.poll();
  expect(follower.known).toEqual(await shown());
  expect(follower.known.get('171')).toMatchObject({ amount: transactionOf(171).raw.amount });
  expect(read).toBeLessThanOrEqual(2); // the one that differed, and the one that was written to both models
}, 60_000);

async function lastRebuild(): Promise<string | undefined> {
  const [row] = await gateway.database.query<{ state: string }>(
    'select state from query_model_rebuilds order by id desc limit 1',
  );
  return row?.state;
}
