import { AccountUpsertedV1 } from '@tributary/contracts';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf } from '../samples';

let gateway: GatewayUnderTest;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  for (const id of [17, 18, 19]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
});
afterAll(() => gateway.close());

interface Raw {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The answer as it is on the wire. */
function read(path: string, encoding: string | null): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const accepted = encoding === null ? {} : { 'accept-encoding': encoding };
    const headers = { authorization: `Bearer ${token}`, ...accepted };
    request(new URL(`/api/v1${path}`, gateway.url), { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('JSON that a client reads', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'is compressed by %s where the client accepts it, and says the same',
    async (encoding, unpack) => {
      const plain = await read('/finance/accounts', null);
      const packed = await read('/finance/accounts', encoding);
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['vary']).toContain('accept-encoding');
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(unpack(packed.body).toString()).toBe(plain.body.toString());
    },
  );

  it('is as it is for clients that do not, and where there is little of it', async () => {
    for (const [path, encoding] of [
      ['/finance/accounts', null],
      ['/finance/accounts', 'identity'],
      ['/webhooks', 'br'],
    ] as const) {
      const { headers, body } = await read(path, encoding);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(body.toString())).toHaveProperty('data');
    }
  });
});

describe('a file', () => {
  it('is sent as it is written', async () => {
    const { headers } = await read('/finance/transactions/export', 'br, gzip');
    expect([headers['content-type'], headers['content-encoding']]).toEqual([
      expect.stringContaining('text/csv'),
      undefined,
    ]);
  });
});
