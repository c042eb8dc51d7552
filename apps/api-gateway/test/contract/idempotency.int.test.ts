import { SCOPES } from '../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, routeOf } from './api-document';
import { KeyedAnswer, KeyedRequests } from './keyed-requests';
import { appToken, tokenBeside } from './minted-tokens';

let requests: KeyedRequests;
let gateway: GatewayUnderTest;
let userId: number;
let owner: string;

beforeAll(async () => {
  requests = await KeyedRequests.start();
  ({ gateway, userId, owner } = requests);
});
afterAll(() => requests.close());

const newKey = (): string => requests.newKey();
const send = (operation: Operation, key: string, how: object = {}) => requests.send(operation, key, how);

describe('a request with an Idempotency-Key', () => {
  it('that arrives many times at once creates one resource, and all get the same answer', async () => {
    const once = ['POST /tokens', 'POST /destinations/feed/connections', 'POST /webhooks'];
    for (const operation of once.map((route) => requests.of(route))) {
      const before = await requests.made();
      const key = newKey();
      const all = await Promise.all(Array.from({ length: 20 }, () => send(operation, key)));
      expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      const after = await requests.made();
      const things = ({ tokens = 0, feeds = 0, ran = 0 }: Awaited<typeof before>) => tokens + feeds + ran;
      expect(things(after) - things(before)).toBe(1);
    }
  });

  it('is independent of the same key of another user, of an app, or of another restricted token', async () => {
    const post = requests.of('POST /destinations/feed/connections');
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
    const answers: KeyedAnswer[] = [];
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
    const post = requests.of('POST /webhooks');
    const wide = await appToken(gateway, userId, SCOPES);
    const same = await tokenBeside(gateway, wide, SCOPES);
    const narrow = await tokenBeside(gateway, wide, ['webhooks:write']);
    const key = newKey();
    const answers: KeyedAnswer[] = [];
    for (const token of [wide, narrow, same]) answers.push(await send(post, key, { token }));
    expect(answers.map(({ status, isReplayed }) => ({ status, isReplayed }))).toEqual([
      { status: 201, isReplayed: false },
      { status: 201, isReplayed: false },
      { status: 201, isReplayed: true },
    ]);
    expect(answers[2]?.text).toBe(answers[0]?.text);
  });

  it('stores neither the answer nor the key in readable form', async () => {
    const post = requests.of('POST /tokens');
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
    const post = requests.of('POST /tokens');
    const key = newKey();
    expect((await send(post, key, { body: { name: '' } })).status).toBe(422);
    expect((await send(post, key)).status).toBe(201);
  });

  it('is a new one after 24 hours, and one that began and never ended is taken over', async () => {
    const post = requests.of('POST /tokens');
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
    for (const operation of requests.inTurn()) {
      const key = newKey();
      const first = await send(operation, key);
      if (first.status >= 300) {
        refused.push(`${routeOf(operation)}: ${first.status} ${first.text}`);
        continue;
      }
      const after = await requests.made();
      const again = await send(operation, key);
      expect({ route: routeOf(operation), ...again }).toEqual({
        route: routeOf(operation),
        ...first,
        isReplayed: true,
      });
      expect({ route: routeOf(operation), made: await requests.made() }).toEqual({
        route: routeOf(operation),
        made: after,
      });
      const other = await send(operation, key, { body: { another: 'body' } });
      expect({
        route: routeOf(operation),
        status: other.status,
        body: JSON.parse(other.text) as unknown,
      }).toEqual({
        route: routeOf(operation),
        status: 422,
        body: {
          message: 'The Idempotency-Key was already used with another request.',
          errors: { 'Idempotency-Key': ['The Idempotency-Key was already used with another request.'] },
        },
      });
    }
    expect(refused).toEqual([]);
    expect(requests.operations.length).toBeGreaterThan(50);
  }, 120_000);
});
