import { appToken } from '../../contract/minted-tokens';
import { GatewayUnderTest } from '../../gateway-under-test';
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
afterAll(() => gateway.close());

interface Made {
  readonly name: string;
  readonly grant_id: string | null;
  readonly paused: { readonly reason: string; readonly by: string | null } | null;
}
const made = async () => (await visitor.console<Made[]>('GET', '/made-by-apps')).data;
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

it('what an app made pauses when its access ends, and goes on as the owner’s own once it is kept', async () => {
  const kept = await feedOfApp('to be kept');
  const gone = await feedOfApp('to be deleted');
  expect(await made()).toMatchObject([
    { name: 'to be kept', grant_id: `app:${kept.grantId}`, paused: null },
    { name: 'to be deleted', grant_id: `app:${gone.grantId}`, paused: null },
  ]);
  for (const { grantId } of [kept, gone]) await visitor.console('DELETE', `/grants/${grantId}`);
  const pause = { reason: 'GRANT_ENDED', by: 'Buddy' };
  expect((await made()).map(({ paused }) => paused)).toMatchObject([pause, pause]);
  expect(await pausedOf(kept.id)).toMatchObject(pause);

  await visitor.console('POST', `/made-by-apps/feed/${kept.id}/keep`);
  await visitor.console('DELETE', `/destinations/feed/connections/${gone.id}`);
  expect(await pausedOf(kept.id)).toBeNull();
  expect(await pausedOf(gone.id)).toBeUndefined();
  expect(await made()).toEqual([]);
});
