import { Consumption } from '@tributary/messaging';
import { Visitor, eventually } from '@tributary/testing';
import { GatewayUnderTest } from '../../gateway-under-test';
import { playUserDataOwners } from '../../played-user-data';

let gateway: GatewayUnderTest;
let owners: Consumption[];
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  owners = await playUserDataOwners(gateway);
});
afterAll(async () => {
  await Promise.all(owners.map((owner) => owner.stop()));
  await gateway.close();
});

async function signedUp(): Promise<{ one: Visitor; email: string; token: string }> {
  const one = new Visitor(gateway.url);
  const email = await one.signUp();
  const [user] = await gateway.database.query<{ id: number }>('select id from users where email = $1', [
    email,
  ]);
  return { one, email, token: await gateway.token({ userId: user?.id ?? 0 }) };
}

describe('deleting the account', () => {
  it('signs out in every browser, ends the token, and has a page with the progress', async () => {
    const { one, email, token } = await signedUp();
    const elsewhere = new Visitor(gateway.url);
    await elsewhere.submit('/sign-in', { email, password: PASSWORD });
    const { status, data } = await one.console<{ id: string }>('DELETE', '/user', {
      current_password: PASSWORD,
    });
    expect(status).toBe(202);
    expect([await one.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([false, false]);
    expect((await gateway.get('/user', token)).status).toBe(401);
    expect((await new Visitor(gateway.url).submit('/sign-in', { email, password: PASSWORD })).status).toBe(
      422,
    );

    const stranger = new Visitor(gateway.url); // the page needs no sign-in, and does not identify the user
    const page = await eventually(async () => {
      const shown = await stranger.get(`/erasures/${data.id}`);
      expect(shown.html).toContain('<h1>Your account is deleted</h1>');
      return shown;
    });
    expect(page.headers.get('refresh')).toBeNull();
    expect(page.html).not.toContain(email);
    expect((await stranger.get('/erasures/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });
});

describe('an export of the user’s data', () => {
  it('is created on request in the console, and downloaded by the signed-in user', async () => {
    const { one, email } = await signedUp();
    const download = (by: Visitor) => by.get('/api/v1/user/export', { 'sec-fetch-site': 'same-origin' });
    expect((await download(one)).status).toBe(404);
    expect((await one.console('POST', '/user/exports')).status).toBe(202);
    await eventually(async () =>
      expect((await one.console('GET', '/user/exports')).data).toMatchObject([{ status: 'READY' }]),
    );
    const { status, headers, html: text } = await download(one);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl']);
    expect(headers.get('content-disposition')).toContain('tributary-export.jsonl');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    expect(lines.find(({ kind }) => kind === 'user')?.data).toMatchObject({ email });
    expect(lines.at(-1)).toMatchObject({ kind: 'end', data: { lines: lines.length - 2 } });
    expect((await download((await signedUp()).one)).status).toBe(404);
    expect((await download(new Visitor(gateway.url))).status).toBe(401);
  });
});
