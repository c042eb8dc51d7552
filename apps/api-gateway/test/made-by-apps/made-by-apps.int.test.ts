import { appToken } from '../contract/minted-tokens';
import { GatewayUnderTest } from '../gateway-under-test';
import { Visitor } from '@tributary/testing';

let gateway: GatewayUnderTest;
let visitor: Visitor;
let userId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  visitor = new Visitor(gateway.url);
  const email = await visitor.signUp();
  const [user] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  userId = user?.id ?? 0;
});
afterAll(() => gateway.stop());

const page = async (): Promise<string> => (await visitor.get('/account/apps')).html;
const pausedOf = async (id: number) => {
  const [feed] = await gateway.database.query<{ paused: object | null }>(
    'select paused from feeds where id = $1',
    [id],
  );
  return feed && feed.paused;
};

/** A feed that an app of its own made. */
async function feedOfApp(name: string): Promise<{ id: number; grantId: number }> {
  const token = await appToken(gateway, userId, ['destinations:write', 'accounts:read', 'transactions:read']);
  const path = '/api/v1/destinations/feed/connections';
  const { status } = await gateway.request(path, { method: 'POST', token, body: { name } });
  expect(status).toBe(201);
  const [made] = await gateway.database.query<{ id: number; grant_id: number }>(
    'select (select max(id) from feeds) as id, (select max(id) from grants) as grant_id',
  );
  return { id: made?.id ?? 0, grantId: made?.grant_id ?? 0 };
}

it('the page of connected apps shows what would pause, then what paused, and keeps or deletes it', async () => {
  const kept = await feedOfApp('to be kept');
  const gone = await feedOfApp('to be deleted');
  expect(await page()).toMatch(/pauses when you end its access[^]*Feed: to be kept/);
  for (const { grantId } of [kept, gone])
    await visitor.submit('/account/apps', {}, `/account/apps/${grantId}/revoke`);
  expect(await page()).toMatch(/Paused[^]*Feed: to be[^]*by Buddy, since/);
  expect(await pausedOf(kept.id)).toMatchObject({ reason: 'GRANT_ENDED', by: 'Buddy' });

  await visitor.submit('/account/apps', {}, `/account/apps/paused/feed/${kept.id}/keep`);
  await visitor.submit('/account/apps', {}, `/account/apps/paused/feed/${gone.id}/delete`);
  expect(await pausedOf(kept.id)).toBeNull();
  expect(await pausedOf(gone.id)).toBeUndefined();
  expect(await page()).not.toContain('Feed: to be');
});
