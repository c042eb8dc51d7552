import { csrfOf, mainThreadMsOf, Visitor } from '@tributary/testing';
import { GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

const MARKS = '\u0301\u0316';

it('a password of any length at the sign-in holds up nobody, and is a page', async () => {
  const visitor = new Visitor(gateway.url);
  await visitor.submit('/sign-in', { email: 'a@example.com', password: 'warm up' });
  const csrf = csrfOf((await visitor.get('/sign-in')).html);
  for (const length of [1_000, 440_000]) {
    let status = 0;
    const body = { _csrf: csrf, email: 'a@example.com', password: `a${MARKS.repeat(length / 2)}` };
    const ms = await mainThreadMsOf(async () => ({ status } = await visitor.post('/sign-in', body)));
    expect([413, 422]).toContain(status);
    expect(ms).toBeLessThan(500);
  }
});

it('a form that is larger than any of its fields allow is refused with a page', async () => {
  const visitor = new Visitor(gateway.url);
  const csrf = csrfOf((await visitor.get('/sign-in')).html);
  const { status, html } = await visitor.post('/sign-in', { _csrf: csrf, email: 'x'.repeat(20_000) });
  expect(status).toBe(413);
  expect(html).toContain('This is too long');
});

it('every field of a form may have its maximum', async () => {
  const name = '\u{1F511}'.repeat(100);
  const password = '\u{1F511}'.repeat(200);
  const email = await new Visitor(gateway.url).signUp(name, password);
  expect(email).toContain('@');
});
