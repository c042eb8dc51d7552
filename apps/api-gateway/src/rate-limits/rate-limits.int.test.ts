import { GatewayUnderTest } from '../testing/gateway-under-test';
import { RateLimiter } from './rate-limiter';

let gateway: GatewayUnderTest;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_REFUSALS_PER_MINUTE: '3' });
  token = await gateway.token({ userId: await gateway.user('busy@example.org') });
});
afterAll(() => gateway.stop());

/** One moment of one minute, whatever the clock on the wall does. */
let frozenMs = 1_800_000_000_000;

describe('requests of a token', () => {
  it('are counted over all instances: never more pass than the limit, and all of it does', async () => {
    const instances = [1, 2, 3].map(() => new RateLimiter(gateway.database, 500, () => frozenMs));
    const asked = Array.from({ length: 1500 }, (_, place) => instances[place % 3]!.spend('token:shared'));
    const allowed = (await Promise.all(asked)).filter(({ isAllowed }) => isAllowed);
    expect(allowed).toHaveLength(500);
    expect((await instances[0]!.spend('token:other')).isAllowed).toBe(true);
    frozenMs += 60_000;
    expect((await instances[0]!.spend('token:shared')).isAllowed).toBe(true);
  });

  it('ask the shared count rarely', async () => {
    const asked = jest.spyOn(gateway.database, 'query');
    const limiter = new RateLimiter(gateway.database, 500, () => 1_900_000_000_000);
    for (let count = 0; count < 200; count += 1) await limiter.spend('token:busy');
    const counts = asked.mock.calls.filter(([sql]) => sql.includes('request_counts'));
    asked.mockRestore();
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThanOrEqual(20);
  });

  it('are told how many are left, and when to come back once there are none', async () => {
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push(await gateway.get('/user', token));
    const passed = answers.filter(({ status }) => status === 200);
    // A minute may end meanwhile, and a new one begin.
    expect(passed.length).toBeGreaterThanOrEqual(5);
    expect(passed.length).toBeLessThanOrEqual(10);
    expect(passed[0]?.headers.get('ratelimit-limit')).toBe('5');
    expect(passed[0]?.headers.get('ratelimit-remaining')).toBe('4');
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/);
    expect(refused?.headers.get('retry-after')).toBe(refused?.headers.get('ratelimit-reset'));
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

it('an address that tries one wrong token after the other is told to wait', async () => {
  const statuses = [];
  for (let count = 0; count < 8; count += 1) {
    statuses.push((await gateway.get('/user', `trb_pat_${count}`)).status);
  }
  expect(statuses[0]).toBe(401);
  expect(statuses).toContain(429);
});
