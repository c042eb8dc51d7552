import {
  AccountDeletedV1,
  AccountUpsertedV1,
  RuleUpsertedV1,
  TransactionShapedV1,
} from '@tributary/contracts';
import { eventually, Visitor } from '@tributary/testing';
import { SESSION_COOKIE } from '../../../src/identity/sessions/cookies';
import type { Scope } from '../../../src/identity/permissions/scopes';
import { CHANGED_RESOURCES } from '../../../src/model/model-changes';
import { positionOf } from '../../../src/api/stream/position';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';
import { EventReader } from './event-reader';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
const readers: EventReader[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ STREAMS_PER_USER_MAX: '3' });
});
afterAll(() => gateway.close());

let users = 0;
beforeEach(async () => {
  userId = await gateway.user(`listener-${(users += 1)}@example.com`);
  token = await gateway.token({ userId });
  for (const id of [accountA(), accountB()]) {
    await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
  }
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const accountA = () => users * 10 + 1;
const accountB = () => users * 10 + 2;

async function listen(bearer = token, lastEventId?: string): Promise<EventReader> {
  return opened({
    authorization: `Bearer ${bearer}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
}

async function opened(headers: Record<string, string>): Promise<EventReader> {
  const reader = await EventReader.open(gateway.url, headers);
  readers.push(reader);
  return reader;
}

/** Transactions of the account come over the bus. */
function change(accountId: number, ...ids: number[]): Promise<void> {
  const transactions = ids.map((id) => transactionOf(id, {}, { shapedVersion: (versions += 1) }));
  return gateway.publish(TransactionShapedV1, accountId, shapedOf(userId, accountId, transactions));
}
let versions = 0;

/** A hundred changes of each resource, with long ids. */
const MANY = `with noted as (
    insert into model_changes (user_id, resource, ids, account_ids)
      select $1, resource, array(select $2::bigint * 1000000000000 + id from generate_series(1, 100) as id), '{1}'
        from unnest('{${CHANGED_RESOURCES.join(',')}}'::text[]) as resource)
  select pg_notify('changes_' || current_schema(), '')`;

const lastIds = ({ events }: EventReader) => (events.at(-1)?.data['ids'] ?? []) as string[];

const heard = (reader: EventReader, resource: string, ids: readonly string[]) =>
  eventually(async () => expect(reader.idsOf(resource)).toEqual(ids));

describe('a stream', () => {
  it('reports what changes at once, in order', async () => {
    const reader = await listen();
    const ids = [1, 2, 3].map((id) => userId * 100 + id);
    for (const [index, id] of ids.entries()) {
      await change(accountA(), id);
      await heard(reader, 'transactions', ids.slice(0, index + 1).map(String));
    }
    expect(reader.events[0]).toEqual({
      event: 'changed',
      data: { resource: 'transactions', ids: [String(userId * 100 + 1)], account_ids: [String(accountA())] },
    });
    expect(reader.headers['content-type']).toBe('text/event-stream');
    expect(reader.headers['cache-control']).toBe('no-store');
  });

  it('names no ids where more than a hundred change at once', async () => {
    const reader = await listen();
    await change(accountA(), ...Array.from({ length: 101 }, (_, index) => userId * 1000 + index));
    await eventually(async () => expect(reader.events).toHaveLength(1));
    expect(reader.events[0]?.data).toEqual({
      resource: 'transactions',
      ids: [],
      account_ids: [String(accountA())],
    });
  });

  it('continues after the last event that the client has, without a gap', async () => {
    const first = await listen();
    await change(accountA(), 1);
    await heard(first, 'transactions', ['1']);
    first.close();
    await change(accountA(), 2);
    await change(accountB(), 3);
    const second = await listen(token, first.lastEventId);
    await heard(second, 'transactions', ['2', '3']);
    await change(accountA(), 4);
    await eventually(async () => expect(second.idsOf('transactions').at(-1)).toBe('4'));
    expect(new Set(second.idsOf('transactions'))).toEqual(new Set(['2', '3', '4']));
  });

  it('misses nothing of a transaction that began before others and commits after them', async () => {
    const reader = await listen();
    let commit = () => {};
    const began = new Promise<void>((begun) => {
      void gateway.database.transaction(async (tx) => {
        await tx.execute(
          `insert into model_changes (user_id, resource, ids, account_ids) values ($1, 'transactions', '{1}', $2)`,
          [userId, [accountA()]],
        );
        begun();
        await new Promise<void>((resolve) => (commit = resolve));
      });
    });
    await began;
    await change(accountA(), 2);
    await heard(reader, 'transactions', ['2']);
    const resumable = reader.lastEventId;
    commit();
    await heard(reader, 'transactions', ['2', '1']);
    const resumed = await listen(token, resumable);
    await heard(resumed, 'transactions', ['1']);
  });

  it('says that everything may have changed where the resume point is gone, or is none', async () => {
    const reader = await listen();
    const old = reader.lastEventId.replace(/^\d+/, String(Date.now() - 3_600_000));
    const ahead = reader.lastEventId.replace(/-\d+\.\d+.*$/, '-900000000.900000001');
    for (const id of [old, ahead, 'nonsense']) {
      const resumed = await listen(token, id);
      await eventually(async () => expect(resumed.events).toEqual([{ event: 'reset', data: {} }]));
      expect(positionOf(resumed.lastEventId)).not.toBeNull();
      resumed.close();
    }
  });

  it('is the user’s alone', async () => {
    const stranger = await gateway.user(`stranger-${users}@example.com`);
    const reader = await listen(await gateway.token({ userId: stranger }));
    const own = await listen();
    await change(accountA(), 1);
    await heard(own, 'transactions', ['1']);
    expect(reader.events).toEqual([]);
  });

  it('mentions no account that the token was not granted, and only that the user’s own rules changed', async () => {
    const scopes: Scope[] = ['transactions:read', 'accounts:read', 'rules:read'];
    const reader = await listen(await gateway.token({ userId, scopes, accountIds: [accountA()] }));
    await change(accountB(), 1);
    await gateway.publish(AccountUpsertedV1, accountB(), accountOf(userId, accountB(), {}, 2));
    await gateway.publish(RuleUpsertedV1, 5, { ...RuleUpsertedV1.sample, id: userId * 10, userId });
    await change(accountA(), 2);
    await heard(reader, 'transactions', ['2']);
    expect(reader.events.map(({ data }) => data)).toEqual([
      { resource: 'rules', ids: [] },
      { resource: 'transactions', ids: ['2'], account_ids: [String(accountA())] },
    ]);
  });

  it('reports only what the scopes read', async () => {
    const reader = await listen(await gateway.token({ userId, scopes: ['accounts:read'] }));
    await change(accountA(), 1);
    await gateway.publish(AccountUpsertedV1, accountA(), accountOf(userId, accountA(), {}, 2));
    await heard(reader, 'accounts', [String(accountA())]);
    expect(reader.events).toHaveLength(1);
  });

  it('reports an account that was deleted', async () => {
    const reader = await listen();
    const deletion = { ...AccountDeletedV1.sample, id: accountA(), userId, version: 9 };
    await gateway.publish(AccountDeletedV1, accountA(), deletion);
    await heard(reader, 'accounts', [String(accountA())]);
  });

  it('ends with its token, and when what that may see is narrowed', async () => {
    const revoked = await listen();
    const narrow = await gateway.token({ userId, scopes: ['accounts:read', 'rules:read'] });
    const narrowed = await listen(narrow);
    await gateway.database.execute(
      `update tokens set scopes = '{accounts:read}', version = version + 1 where user_id = $1 and scopes is not null`,
      [userId],
    );
    await eventually(async () => expect(narrowed.isEnded).toBe(true));
    expect(revoked.isEnded).toBe(false);
    await gateway.database.execute('update tokens set revoked_at = now() where user_id = $1', [userId]);
    await eventually(async () => expect(revoked.isEnded).toBe(true));
    await expect(listen()).rejects.toThrow('401');
  });

  it('is for the session of the console too, and ends with it', async () => {
    const visitor = new Visitor(gateway.url);
    await visitor.signUp('Maija');
    const cookie = `${SESSION_COOKIE}=${visitor.cookie(SESSION_COOKIE) ?? ''}`;
    const reader = await opened({ cookie, 'sec-fetch-site': 'same-origin' });
    await expect(opened({ cookie, 'sec-fetch-site': 'cross-site' })).rejects.toThrow('403');
    const [session] = await gateway.database.query<{ user_id: number }>(
      'select user_id from sessions order by id desc limit 1',
    );
    const account = 900_000 + users;
    await gateway.publish(AccountUpsertedV1, account, accountOf(session?.user_id ?? 0, account));
    await heard(reader, 'accounts', [String(account)]);
    await visitor.signOut();
    await eventually(async () => expect(reader.isEnded).toBe(true));
  });

  it('is refused with 429 beyond as many as a user may have, until one ends', async () => {
    const [first] = [await listen(), await listen(), await listen()];
    await expect(listen()).rejects.toThrow('429');
    first?.close();
    await eventually(async () => expect(await listen()).toBeDefined());
  });

  it('is cut where its client does not read, which costs the others nothing', async () => {
    const slow = await listen();
    slow.stopReading();
    const other = await listen();
    // More than the buffers of two sockets on one machine hold, each round read by itself.
    for (let round = 1; round <= 400; round += 1) {
      await gateway.database.query(MANY, [userId, round]);
      await eventually(() => expect(lastIds(other)).toContain(`${round}000000000100`), { intervalMs: 1 });
    }
    expect(other.isEnded).toBe(false);
    slow.readOn();
    await eventually(async () => expect(slow.isEnded).toBe(true));
    expect(slow.idsOf('webhook-events').length).toBeLessThan(other.idsOf('webhook-events').length);
    const resumed = await listen(token, slow.lastEventId);
    await eventually(async () => expect(resumed.events.length).toBeGreaterThan(0));
  }, 60_000);
});

describe('a request for a stream', () => {
  it('is 406 unless it accepts events, and HEAD has the head alone', async () => {
    const { status, body } = await gateway.get('/stream', token);
    expect([status, String(body['message'])]).toEqual([406, expect.stringContaining('text/event-stream')]);
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const head = await fetch(`${gateway.url}/api/v1/stream`, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });

  it('is 401 without a token', async () => {
    await expect(opened({})).rejects.toThrow('401');
  });
});

describe('a gateway that stops', () => {
  it('ends its streams, which resume at the next one', async () => {
    const other = await GatewayUnderTest.start();
    const owner = await other.user('owner@example.com');
    const bearer = await other.token({ userId: owner });
    const reader = await EventReader.open(other.url, { authorization: `Bearer ${bearer}` });
    await other.close();
    await eventually(async () => expect(reader.isEnded).toBe(true));
  });
});
