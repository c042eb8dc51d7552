import { GatewayUnderTest } from '../gateway-under-test';
import { newTokenText } from '../../src/identity/codes/token-text';
import { revokedToken } from './minted-tokens';
import { RawAnswer, sendRaw } from './raw-request';
import { recordingStatements } from './recorded-statements';

const TOO_LARGE = {
  status: 413,
  body: { message: 'The URL and the headers are too large.', docs_url: '/docs/errors/unreadable-request' },
};
const MB = 1024 * 1024;

let gateway: GatewayUnderTest;
let userId: number;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
});
afterAll(() => gateway.close());

const ask = (authorization: string): Promise<RawAnswer> =>
  sendRaw(
    gateway.url,
    `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  );

/** The statements that look a token up. */
async function lookUps(token: string): Promise<readonly string[]> {
  const { result, statements } = await recordingStatements(() => ask(`Bearer ${token}`));
  expect(result.status).toBe(401);
  return statements.filter((text) => /\btokens\b/.test(text) && /^\s*select/.test(text));
}

describe('a malformed token', () => {
  it('is 401 whatever its length, and is not looked up', async () => {
    const right = newTokenText();
    for (const length of [1, 2, 8, 56, 58, 100, 1000, 10_000]) {
      expect(await lookUps(right.repeat(200).slice(0, length))).toEqual([]);
    }
  });

  it.each(['null', '0', '*', `' or 1=1 --`, '1|', '|x', '%0d%0a', 'trb_pat_', `99|${'x'.repeat(40)}`])(
    '%j is 401, and is not looked up',
    async (token) => expect(await lookUps(token)).toEqual([]),
  );

  it.each([100 * 1024, MB, 10 * MB])('of %d bytes is refused by its size', async (length) => {
    expect(await ask(`Bearer ${'x'.repeat(length)}`)).toEqual(TOO_LARGE);
  });
});

it('an unknown, expired or revoked token is 401 at the same cost', async () => {
  const unknown = await lookUps(newTokenText());
  expect(unknown).toHaveLength(1);
  expect(await lookUps(await gateway.token({ userId, expiresAt: new Date(0) }))).toEqual(unknown);
  expect(await lookUps(await revokedToken(gateway, userId))).toEqual(unknown);
});

describe('line breaks', () => {
  it('end a header, and the next header is not repeated in the answer', async () => {
    const token = await gateway.token({ userId });
    expect((await ask(`Bearer ${token}\r\nX-Injected: 1`)).status).toBe(200);
    expect((await ask(`Bearer nonsense\r\nX-Injected: ${token}`)).status).toBe(401);
  });

  it.each(['Bearer a\rb', 'Bearer a\nb', 'Bearer a\0b'])('%j is not HTTP', async (authorization) => {
    expect((await ask(authorization)).status).toBe(400);
  });

  it('in a query are text, and add no header to the answer', async () => {
    const token = await gateway.token({ userId });
    const broken = encodeURIComponent('x\r\nSet-Cookie: stolen=1\r\n\r\n');
    const { status, headers } = await gateway.list(`/finance/accounts?filter[name]=${broken}`, token);
    expect([200, 422]).toContain(status);
    expect(headers.get('set-cookie')).toBeNull();
  });
});
