import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHttpAdapter } from './http-adapter';

const REQUEST_MS = 50;

describe('the time of a request', () => {
  const adapter = createHttpAdapter({
    bodyBytesMax: 1000,
    requestTimeoutMs: REQUEST_MS,
    trustedProxies: null,
    errorPageUrl: () => 'https://errors.example',
  });
  const server = adapter.getInstance();
  server.get('/slow', async () => 'all of it');
  server.get('/silent', async () => new Readable({ read: () => undefined }));
  // As @fastify/compress does: the header first, the compressed text later.
  server.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || reply.getHeader('content-encoding') !== undefined) return payload;
    void reply.header('content-encoding', 'gzip');
    if (request.url === '/silent') return payload;
    await pause(4 * REQUEST_MS);
    return gzipSync(String(payload));
  });
  afterAll(() => server.close());

  it('may end while a response that is ready is compressed: it is sent whole', async () => {
    const { statusCode, rawPayload } = await server.inject({ url: '/slow' });
    expect({ statusCode, text: gunzipSync(rawPayload).toString() }).toEqual({
      statusCode: 200,
      text: 'all of it',
    });
  });

  it('ends a stream that has sent nothing by then, with an error that can be read', async () => {
    const { statusCode, headers, payload } = await server.inject({ url: '/silent' });
    expect({ statusCode, encoding: headers['content-encoding'] }).toEqual({
      statusCode: 503,
      encoding: undefined,
    });
    expect(JSON.parse(payload)).toMatchObject({ message: expect.stringContaining('too long') as string });
  });
});
