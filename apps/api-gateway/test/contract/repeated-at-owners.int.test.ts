import { routeOf } from './api-document';
import { KeyedAnswer, KeyedRequests } from './keyed-requests';

let requests: KeyedRequests;

beforeAll(async () => {
  requests = await KeyedRequests.start({ COMMAND_TIMEOUT_MS: '2000' });
});
afterAll(() => requests.close());

/** What a gateway leaves that is killed between the reply of the owner and its own response. */
const gatewayDies = () =>
  requests.gateway.database.execute('update idempotency_keys set answer = null, claimed_until = now()');

/** Routes whose resources, and their keys, are the gateway's own. */
const OWN = /^\/(tokens|apps|grants|user|destinations\/feed)\b/;
/** It begins again: the file of the first request may not have come whole. */
const UPLOAD = 'POST /finance/imports';

/** The order of members does not count; an address to open in a browser is new, because nobody knows the first one. */
function shown({ status, text }: KeyedAnswer): unknown {
  const body = JSON.parse(text) as { data?: object };
  return { status, body: { ...body, data: body.data && { ...body.data, auth_url: undefined } } };
}

describe('a request with an Idempotency-Key to the owner of a resource', () => {
  it('is refused before any work if the key was used at another owner, or for what the gateway owns', async () => {
    const key = requests.newKey();
    const first = await requests.send(requests.of('POST /webhooks'), key);
    expect(first.status).toBe(201);
    const before = await requests.made();
    for (const route of [
      'POST /rules',
      'POST /transfer-links',
      'POST /webhooks/{webhookId}/test',
      'POST /tokens',
    ])
      expect({ route, status: (await requests.send(requests.of(route), key)).status }).toEqual({
        route,
        status: 422,
      });
    expect(await requests.made()).toEqual(before);
  });

  it('that is repeated at two gateways at once runs once, and all get the same answer', async () => {
    const { url } = await requests.gateway.startInstance();
    for (const route of ['POST /rules', 'POST /webhooks', 'POST /tokens']) {
      const [before, key] = [await requests.made(), requests.newKey()];
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, nth) =>
          requests.send(requests.of(route), key, nth % 2 === 0 ? {} : { url }),
        ),
      );
      expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(all.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      const { ran = 0, tokens = 0 } = await requests.made();
      expect(ran + tokens - (before['ran'] ?? 0) - (before['tokens'] ?? 0)).toBe(1);
    }
    await requests.gateway.stopOthers();
  });

  it('whose reply was lost gets it when it is repeated, and runs once', async () => {
    const { engine } = requests.gateway;
    const publish = engine.publish.bind(engine);
    const lossy = jest
      .spyOn(engine, 'publish')
      .mockImplementation((messages) => publish(messages.filter(({ topic }) => topic !== 'replies')));
    const [key, before] = [requests.newKey(), requests.ran];
    const lost = await requests.send(requests.of('POST /webhooks/{webhookId}/rotate-secret'), key);
    lossy.mockRestore();
    expect({ status: lost.status, ran: requests.ran - before }).toEqual({ status: 503, ran: 1 });
    const again = await requests.send(requests.of('POST /webhooks/{webhookId}/rotate-secret'), key);
    expect({ status: again.status, ran: requests.ran - before }).toEqual({ status: 200, ran: 1 });
    expect(JSON.parse(again.text)).toMatchObject({ data: { secret: expect.any(String) as string } });
    const other = await requests.send(requests.of('POST /webhooks/{webhookId}/rotate-secret'), key);
    expect(other).toEqual({ ...again, isReplayed: true });
  });

  it('gets the first answer also if the resource has changed or is gone since', async () => {
    const key = requests.newKey();
    const create = requests.of('POST /webhooks');
    const first = await requests.send(create, key);
    const changed = await requests.send(requests.of('PUT /webhooks/{webhookId}'), requests.newKey());
    expect(changed.status).toBe(200);
    expect(await requests.send(create, key)).toEqual({ ...first, isReplayed: true });
    const gone = await requests.send(requests.of('DELETE /webhooks/{webhookId}'), requests.newKey());
    expect(gone.status).toBe(200);
    expect(await requests.send(create, key)).toEqual({ ...first, isReplayed: true });
  });

  it('whose gateway died before it answered gets the owner’s answer, and runs once: every such route', async () => {
    const refused: string[] = [];
    let played = 0;
    for (const operation of requests.inTurn().filter(({ path }) => !OWN.test(path))) {
      const route = routeOf(operation);
      if (route === UPLOAD) continue;
      const key = requests.newKey();
      const first = await requests.send(operation, key);
      const ran = requests.ran;
      await gatewayDies();
      const other = await requests.send(operation, key, { body: { another: 'body' } });
      const again = await requests.send(operation, key);
      if (first.status >= 300) refused.push(`${route}: ${first.status} ${first.text}`);
      else
        expect({ route, ran: requests.ran, ...(shown(again) as object) }).toEqual({
          route,
          ran,
          ...(shown(first) as object),
        });
      expect(other.status).toBeGreaterThanOrEqual(400);
      played += 1;
    }
    expect(refused).toEqual([]);
    expect(played).toBeGreaterThan(70);
  }, 120_000);
});
