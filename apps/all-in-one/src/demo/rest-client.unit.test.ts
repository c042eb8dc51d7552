import http from 'node:http';
import { AddressInfo } from 'node:net';
import { RestClient, RestError } from './rest-client';

describe('the demo’s REST client', () => {
  const requests: { readonly key: string | undefined; readonly body: string }[] = [];
  let statuses: number[];
  let server: http.Server;
  let client: RestClient;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ key: request.headers['idempotency-key']?.toString(), body });
        const status = statuses.shift() ?? 200;
        response.writeHead(status, { 'retry-after': '1' }).end(JSON.stringify({ id: 7 }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new RestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, 'token');
  });

  beforeEach(() => requests.splice(0));

  afterAll(async () => {
    await client.close();
    server.close();
  });

  it('repeats a 503 with the same body and idempotency key', async () => {
    statuses = [503];
    await expect(client.post('/rules', { name: 'Rent' }, 'demo-1')).resolves.toEqual({ id: 7 });
    expect(requests).toEqual([
      { key: 'demo-1', body: '{"name":"Rent"}' },
      { key: 'demo-1', body: '{"name":"Rent"}' },
    ]);
  });

  it('reports any other failure at once', async () => {
    statuses = [422];
    await expect(client.post('/rules', {}, 'demo-2')).rejects.toThrow(RestError);
    expect(requests).toHaveLength(1);
  });
});
