import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, createTributaryClient, dataOf, pagesOf, type TributaryClient } from './index';

interface Received {
  readonly url: string;
  readonly key: string | undefined;
  readonly body: string;
}

describe('the client of the REST API', () => {
  const received: Received[] = [];
  let answers: { readonly status: number; readonly body: unknown }[];
  let server: http.Server;
  let client: TributaryClient;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const key = request.headers['idempotency-key']?.toString();
        received.push({ url: request.url ?? '', key, body });
        const answer = answers.shift() ?? { status: 200, body: { data: { id: '7' } } };
        response
          .writeHead(answer.status, { 'retry-after': '0', 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = createTributaryClient({ baseUrl: `http://127.0.0.1:${port}/api/v1`, token: 'token' });
  });

  beforeEach(() => {
    answers = [];
    received.splice(0);
  });

  afterAll(() => server.close());

  const sync = () =>
    client.POST('/finance/accounts/{accountId}/sync', { params: { path: { accountId: '3' } }, body: {} });

  it('repeats what was not answered in time with the same body and idempotency key', async () => {
    answers = [{ status: 503, body: { message: 'No answer in time.' } }];
    await dataOf(sync());
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect(received[0]).toMatchObject({ url: '/api/v1/finance/accounts/3/sync', body: '{}' });
    expect(received[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gives up after so many repetitions', async () => {
    const body = { message: 'Too many requests.', docs_url: '/docs/errors/too-many-requests' };
    answers = Array.from({ length: 9 }, () => ({ status: 429, body }));
    const { message, docs_url: docsUrl } = body;
    await expect(dataOf(sync())).rejects.toMatchObject({ status: 429, message, docsUrl });
    expect(received).toHaveLength(4);
  });

  it('reports at once what repeating does not change, with what is wrong with each field', async () => {
    const errors = { start_date: ['start_date must be a day'] };
    answers = [{ status: 422, body: { message: 'Not valid.', errors } }];
    const failure: unknown = await dataOf(sync()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 422, errors });
    expect(received).toHaveLength(1);
  });

  it('reads a list page after page, with the parameters as the document writes them', async () => {
    const page = (ids: readonly string[]) => ({
      data: ids.map((id) => ({ id })),
      meta: { last_page: 2, total: 3 },
    });
    answers = [page(['1', '2']), page(['3'])].map((body) => ({ status: 200, body }));
    const ids: string[] = [];
    const pages = pagesOf((page) =>
      client.GET('/finance/accounts', { params: { query: { ...page, sort: ['id', '-name'] } } }),
    );
    for await (const rows of pages) ids.push(...rows.map(({ id }) => id));
    expect(ids).toEqual(['1', '2', '3']);
    const query = 'page[number]=2&page[size]=100&sort=id,-name';
    expect(decodeURIComponent(received[1]?.url ?? '')).toBe(`/api/v1/finance/accounts?${query}`);
  });
});
