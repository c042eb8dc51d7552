import { CommandContract } from '@tributary/contracts';
import { SCOPES } from '../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsFor } from './api-document';
import { publishFilled, SAMPLE_IDS } from './filled-events';
import { appOf, appToken, tokenBeside } from './minted-tokens';
import { playAllOwners } from './played-owners';
import { validRequest } from './valid-bodies';

let gateway: GatewayUnderTest;
let userId: number;
let owner: string;
let operations: Operation[];
let stopOwners: () => Promise<void>;
/** Commands that an owner ran. */
let ran = 0;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  await gateway.database.execute('alter sequence tokens_id_seq restart with 9000001');
  owner = await gateway.token({ userId });
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  await gateway.database.execute(
    `insert into tokens (id, user_id, kind, name, token_hash, expires_at)
     values ($1, $2, 'PERSONAL', 'to be revoked', 'x', now() + interval '1 day')`,
    [SAMPLE_IDS.tokenId, userId],
  );
  await gateway.database.execute(
    `insert into sessions (id, user_id, session_hash, expires_at) values ($1, $2, 'x', now() + interval '1 day')`,
    [SAMPLE_IDS.sessionId, userId],
  );
  const { appId } = await appOf(gateway, userId, 'Buddy');
  const { grantId } = await appOf(gateway, userId, 'Another buddy'); // deleting an app ends its grants
  IDS = { ...IDS, appId, grantId };
  // An export that was begun reads on in the background.
  const onCommand = ({ reading }: CommandContract): void => void (ran += reading ? 0 : 1);
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand });
  operations = (await operationsFor('idempotency', gateway)).filter(({ method }) => method !== 'GET');
});
afterAll(async () => {
  await stopOwners();
  await gateway.close();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

let keys = 0;
const newKey = (): string => `key ${(keys += 1)}`;

async function send(
  operation: Operation,
  key: string,
  { token = owner, body }: { readonly token?: string; readonly body?: object } = {},
): Promise<Answer> {
  const sent = validRequest(operation, IDS, body);
  const response = await fetch(`${gateway.url}/api/v1${sent.path}`, {
    method: operation.method,
    headers: { ...sent.headers, authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: sent.body,
  });
  const isReplayed = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, text: await response.text(), isReplayed };
}

let IDS: Record<string, number | string> = { ...SAMPLE_IDS, reviewId: 31, feedId: 1, kind: 'rule', id: 5 };
const named = (operation: Operation): string => `${operation.method} ${operation.path}`;

/** Deletions come last: the others need what they delete. */
const inTurn = (): Operation[] => [...operations].sort((a, b) => placeOf(a) - placeOf(b));

function placeOf(operation: Operation): number {
  if (operation.method !== 'DELETE') return 0;
  return named(operation) === 'DELETE /user/sessions' ? 2 : 1; // which leaves none to end by its id
}

/** All that the gateway itself makes. */
async function made(): Promise<unknown> {
  const [row] = await gateway.database.query<object>(
    `select (select count(*) from tokens) as tokens, (select count(*) from feeds) as feeds, (select count(*) from oauth_apps) as apps,
            (select count(*) from security_events where kind <> 'TOKEN_USED_FROM_NEW_ADDRESS') as events`,
  );
  return { ...row, ran };
}

describe('a request with an Idempotency-Key', () => {
  it('that arrives many times at once creates one resource, and all get the same answer', async () => {
    const once = ['POST /tokens', 'POST /destinations/feed/connections', 'POST /webhooks'];
    for (const operation of operations.filter((one) => once.includes(named(one)))) {
      const before = (await made()) as Record<string, number>;
      const key = newKey();
      const all = await Promise.all(Array.from({ length: 20 }, () => send(operation, key)));
      expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      const after = (await made()) as Record<string, number>;
      const things = ({ tokens = 0, feeds = 0, ran = 0 }: Record<string, number>) => tokens + feeds + ran;
      expect(things(after) - things(before)).toBe(1);
    }
  });

  it('is independent of the same key of another user, of an app, or of another restricted token', async () => {
    const post = operations.find((one) => named(one) === 'POST /destinations/feed/connections');
    if (!post) throw new Error('there is no such route');
    const otherId = await gateway.user('other@example.com');
    const scopes = ['destinations:write', 'accounts:read', 'transactions:read'] as const;
    const tokens = [
      owner,
      await gateway.token({ userId: otherId }),
      await gateway.token({ userId, scopes }),
      await gateway.token({ userId, scopes }),
      await appToken(gateway, userId, scopes),
      await appToken(gateway, userId, scopes),
    ];
    const key = newKey();
    const answers: Answer[] = [];
    for (const token of tokens) answers.push(await send(post, key, { token, body: { name: 'mine' } }));
    expect(answers.map(({ status, isReplayed }) => ({ status, isReplayed }))).toEqual(
      tokens.map(() => ({ status: 201, isReplayed: false })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(tokens.length);
    const sameOwner = await send(post, key, {
      token: await gateway.token({ userId }),
      body: { name: 'mine' },
    });
    expect(sameOwner).toEqual({ ...answers[0], isReplayed: true });
  });

  it('is independent of the same key of a narrower token of the same app', async () => {
    const post = operations.find((one) => named(one) === 'POST /webhooks');
    if (!post) throw new Error('there is no such route');
    const wide = await appToken(gateway, userId, SCOPES);
    const same = await tokenBeside(gateway, wide, SCOPES);
    const narrow = await tokenBeside(gateway, wide, ['webhooks:write']);
    const key = newKey();
    const answers: Answer[] = [];
    for (const token of [wide, narrow, same]) answers.push(await send(post, key, { token }));
    expect(answers.map(({ status, isReplayed }) => ({ status, isReplayed }))).toEqual([
      { status: 201, isReplayed: false },
      { status: 201, isReplayed: false },
      { status: 201, isReplayed: true },
    ]);
    expect(answers[2]?.text).toBe(answers[0]?.text);
  });

  it('stores neither the answer nor the key in readable form', async () => {
    const post = operations.find((one) => named(one) === 'POST /tokens');
    if (!post) throw new Error('there is no such route');
    const key = 'a key with a name in it';
    const { text } = await send(post, key);
    const { data } = JSON.parse(text) as { data: { token: string } };
    const rows = await gateway.database.query<{ row: string }>(
      'select k::text as row from idempotency_keys k',
    );
    const all = rows.map(({ row }) => row).join();
    for (const secret of [data.token, data.token.slice(8, 30), key, 'script'])
      expect(all).not.toContain(secret);
    expect((await gateway.get('/user', data.token)).status).toBe(403);
  });

  it('that was refused may be repeated with a valid body', async () => {
    const post = operations.find((one) => named(one) === 'POST /tokens');
    if (!post) throw new Error('there is no such route');
    const key = newKey();
    expect((await send(post, key, { body: { name: '' } })).status).toBe(422);
    expect((await send(post, key)).status).toBe(201);
  });

  it('is a new one after 24 hours, and one that began and never ended is taken over', async () => {
    const post = operations.find((one) => named(one) === 'POST /tokens');
    if (!post) throw new Error('there is no such route');
    const key = newKey();
    const first = await send(post, key);
    await gateway.database.execute(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    const second = await send(post, key);
    expect(second).toMatchObject({ status: 201, isReplayed: false });
    expect(second.text).not.toBe(first.text);
    await gateway.database.execute(`update idempotency_keys set answer = null, claimed_until = now()`);
    expect(await send(post, key)).toMatchObject({ status: 201, isReplayed: false });
  });

  it('is refused by the key’s name if the key is empty, too long, or repeated', async () => {
    const ask = async (...keysSent: readonly string[]) => {
      const headers = new Headers({ authorization: `Bearer ${owner}`, 'content-type': 'application/json' });
      for (const key of keysSent) headers.append('idempotency-key', key);
      const { status, body } = await gateway.request('/api/v1/tokens', {
        method: 'POST',
        body: { name: 'x', scopes: null, financial_accounts: null },
        headers: Object.fromEntries(headers),
      });
      return { status, fields: Object.keys(body['errors'] ?? {}) };
    };
    const refused = { status: 422, fields: ['Idempotency-Key'] };
    expect(await ask('x'.repeat(256))).toEqual(refused);
    expect(await ask('')).toEqual(refused);
    expect((await ask('x'.repeat(255))).status).toBe(201);
  });

  it('that is repeated gets the first answer, to the byte, and runs once: every changing route', async () => {
    const refused: string[] = [];
    for (const operation of inTurn()) {
      const key = newKey();
      const first = await send(operation, key);
      if (first.status >= 300) {
        refused.push(`${named(operation)}: ${first.status} ${first.text}`);
        continue;
      }
      const after = await made();
      const again = await send(operation, key);
      expect({ route: named(operation), ...again }).toEqual({
        route: named(operation),
        ...first,
        isReplayed: true,
      });
      expect({ route: named(operation), made: await made() }).toEqual({
        route: named(operation),
        made: after,
      });
      const other = await send(operation, key, { body: { another: 'body' } });
      expect({
        route: named(operation),
        status: other.status,
        body: JSON.parse(other.text) as unknown,
      }).toEqual({
        route: named(operation),
        status: 422,
        body: {
          message: 'The Idempotency-Key was already used with another request.',
          errors: { 'Idempotency-Key': ['The Idempotency-Key was already used with another request.'] },
        },
      });
    }
    expect(refused).toEqual([]);
    expect(operations.length).toBeGreaterThan(50);
  }, 120_000);
});
