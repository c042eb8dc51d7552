import { RecoverDeliveries, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
let owner: Consumption;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({
    RATE_LIMIT_WEBHOOK_REQUESTS_PER_MINUTE: '4',
    RATE_LIMIT_WEBHOOK_REQUESTS_PER_HOST_PER_MINUTE: '6',
  });
  owner = await gateway.playOwner(fake(RecoverDeliveries, () => ({ deliveries: 1 })));
});
afterAll(async () => {
  await owner.stop();
  await gateway.close();
});

let endpoints = 100;

/** A user with an endpoint. */
async function userWithEndpoint(url: string): Promise<{ token: string; path: string }> {
  const id = (endpoints += 1);
  const userId = await gateway.user(`hooks-${id}@example.com`);
  const { sample } = WebhookEndpointUpsertedV1;
  const document = { ...sample.document, url, enabled: true };
  await gateway.publish(WebhookEndpointUpsertedV1, id, { ...sample, id, userId, version: 1, document });
  return { token: await gateway.token({ userId }), path: `/api/v1/webhooks/${id}/recover` };
}

async function recover({ token, path }: { token: string; path: string }, times: number) {
  const answers = [];
  for (let count = 0; count < times; count += 1) {
    answers.push(
      await gateway.request(path, { method: 'POST', token, body: { since: '2026-03-01T00:00:00Z' } }),
    );
  }
  return answers;
}

/** A minute may end meanwhile, and a new one begin. */
it('deliveries to one host are limited for each user, and for all users together', async () => {
  const users = await Promise.all(
    [1, 2, 3, 4].map((path) => userWithEndpoint(`https://Target.example:8443/${path}`)),
  );
  const answers = [];
  for (const user of users) answers.push(...(await recover(user, 5)));
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed.length).toBeGreaterThanOrEqual(6);
  expect(passed.length).toBeLessThanOrEqual(12);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(answers.length - passed.length);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const elsewhere = await userWithEndpoint('https://elsewhere.example/');
  const [first, ...more] = await recover(elsewhere, 9);
  expect(first?.status).toBe(200);
  expect(more.map(({ status }) => status)).toContain(429);
});
