import { trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { startTelemetry, stopTelemetry } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { createServer, Server } from 'node:https';
import { AddressInfo } from 'node:net';
import { createServer as createTlsServer, SecureVersion, Server as TlsServer, TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { buildConnector } from 'undici';
import { AddressGuard } from '@tributary/outbound';
import { ConnectorOptions } from '../../../src/sending/http/guarded-connector';
import { PostResult } from '../../../src/sending/delivery';
import { WebhookClient } from '../../../src/sending/http/webhook-client';
import { targetOf } from '../../../src/endpoints/target';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const signature = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
const spans = new InMemorySpanExporter();
const instrumentation = new UndiciInstrumentation();
const clients: WebhookClient[] = [];
const endpoints: TlsServer[] = [];

let server: Server;
let origin: string;
let certificate: string;
let pem: { private: string; cert: string };
let respond: RequestListener;

beforeAll(async () => {
  startTelemetry('webhook-dispatcher', {
    spanProcessors: [new SimpleSpanProcessor(spans)],
    instrumentations: [instrumentation],
  });
  const pair = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  pem = pair;
  certificate = pair.cert;
  server = createServer({ key: pair.private, cert: pair.cert }, (...args) => respond(...args));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  for (const endpoint of endpoints) endpoint.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  instrumentation.disable(); // tracing affects the whole process
  await stopTelemetry();
  trace.disable();
});

function client(options: Partial<ConnectorOptions> = {}): WebhookClient {
  const guard = new AddressGuard(['127.0.0.0/8']);
  const made = new WebhookClient({ guard, timeoutMs: 10_000, extraCa: certificate, ...options });
  clients.push(made);
  return made;
}

const post = (through: WebhookClient, traceparent: string | null = null, url = `${origin}/hook?key=1`) =>
  through.post({ target: targetOf(url), signature, body: Buffer.from('{}'), traceparent });

describe('WebhookClient', () => {
  test('posts the signed body, and continues the trace without sending its ids to the receiver', async () => {
    const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
    respond = (request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers });
      response.writeHead(204).end();
    };
    expect(await post(client(), `00-${TRACE_ID}-b7ad6b7169203331-01`)).toMatchObject({ status: 204 });
    expect(seen[0]?.url).toBe('/hook?key=1');
    expect(seen[0]?.headers).toMatchObject({ ...signature, 'content-type': 'application/json' });
    expect(seen[0]?.headers).not.toHaveProperty('traceparent');
    expect(seen[0]?.headers).not.toHaveProperty('tracestate');
    const span = await eventually(() => {
      const [first, ...others] = spans.getFinishedSpans();
      expect([first?.spanContext().traceId, first?.parentSpanContext?.spanId, others.length]).toEqual([
        TRACE_ID,
        'b7ad6b7169203331',
        0,
      ]);
      return first;
    });
    expect(JSON.stringify(span?.attributes)).not.toContain('hook');
  });

  test('cuts off an endless answer, and its status counts', async () => {
    let sentBytes = 0;
    respond = (_request, response) => {
      response.writeHead(200);
      pour(response, Buffer.alloc(16 * 1024), (bytes) => (sentBytes += bytes));
    };
    expect(await post(client())).toMatchObject({ kind: 'responded', status: 200 });
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  test('reads a gigabyte of answer without using memory', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    respond = (_request, response) => {
      let left = 1024;
      response.writeHead(200, { 'content-length': left * chunk.length });
      pour(response, chunk, () => {
        left -= 1;
        if (left === 0) response.destroy();
      });
    };
    const through = client();
    const before = process.memoryUsage.rss();
    const results = await Promise.all(Array.from({ length: 8 }, () => post(through)));
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['responded']));
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('headers that arrive a byte at a time are a timeout', async () => {
    const slow = createTlsServer({ key: pem.private, cert: pem.cert }, (socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('H'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const url = `https://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const result = await post(client({ timeoutMs: 300 }), null, url);
    slow.close();
    // The response is cut off or is not HTTP; in both cases the delivery fails, quickly.
    expect(result.kind).toBe('failed');
  });

  test('a redirect to the inside of a cloud is an answer like any other, and is not followed', async () => {
    respond = (_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    };
    const connected: string[] = [];
    const through = client({
      guard: new AddressGuard(['127.0.0.0/8', '169.254.0.0/16']),
      sockets: (options) => {
        const connect = buildConnector(options);
        return (target, callback) => {
          connected.push(target.hostname);
          connect(target, callback);
        };
      },
    });
    expect(await post(through)).toMatchObject({ kind: 'responded', status: 302 });
    expect(connected).toEqual(['127.0.0.1']);
  });

  test.each([301, 302, 307, 308])('%i to another path of the same server is not followed', async (status) => {
    const asked: (string | undefined)[] = [];
    respond = (request, response) => {
      asked.push(request.url);
      response.writeHead(status, { location: '/elsewhere' }).end();
    };
    expect(await post(client())).toMatchObject({ kind: 'responded', status });
    expect(asked).toEqual(['/hook?key=1']);
  });

  test('a receiver at ::1 gets its delivery', async () => {
    const pair = await generate([{ name: 'commonName', value: '::1' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '::1' }] }],
    });
    const six = createServer({ key: pair.private, cert: pair.cert }, (_request, response) => response.end());
    endpoints.push(six);
    await new Promise<void>((listening) => six.listen(0, '::1', listening));
    const through = client({ guard: new AddressGuard(['::1/128']), extraCa: pair.cert });
    const url = `https://[::1]:${(six.address() as AddressInfo).port}/`;
    expect(await post(through, null, url)).toMatchObject({ kind: 'responded', status: 200 });
  });

  test('an unknown name fails like an address that is not allowed, so that nobody learns which names exist', async () =>
    expect(await post(client(), null, 'https://no-such-host.invalid/')).toEqual({
      kind: 'failed',
      failure: 'ADDRESS_REFUSED',
    }));

  test('text that calls itself gzip is an answer: only its status counts', async () => {
    respond = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    expect(await post(client())).toMatchObject({ kind: 'responded', status: 200 });
  });

  test('a body that trickles and never ends ends at the time limit', async () => {
    respond = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const result = await post(client({ timeoutMs: 300 }));
    expect(['responded', 'failed']).toContain(result.kind);
  });

  test('missing headers are a timeout', async () => {
    respond = () => undefined;
    expect(await post(client({ timeoutMs: 200 }))).toEqual({ kind: 'failed', failure: 'TIMEOUT' });
  });

  test('a broken connection, an untrusted certificate and plain http are failures of their kind', async () => {
    respond = (request) => request.socket.destroy();
    expect(await post(client())).toEqual({ kind: 'failed', failure: 'CONNECTION' });
    expect(await post(client({ extraCa: null }))).toEqual({ kind: 'failed', failure: 'TLS' });
    expect(await post(client(), null, origin.replace('https', 'http'))).toEqual({
      kind: 'failed',
      failure: 'ADDRESS_REFUSED',
    });
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a further connection continues the TLS session of its server, not of another port (%s)',
    async (version) => {
      const servers = await Promise.all([observed(version), observed(version)]);
      const through = client();
      for (let round = 0; round < 2; round += 1) {
        for (const { url } of servers) expect(await post(through, null, url)).toMatchObject({ status: 204 });
      }
      expect(servers.map(({ reused }) => reused)).toEqual([
        [false, true],
        [false, true],
      ]);
    },
  );

  describe('on a connection that the endpoint closes as the next POST arrives', () => {
    test('the POST goes out once more at once, on a new connection', async () => {
      const endpoint = await closing((socket) => socket.destroy());
      const through = client();
      expect(await post(through, null, endpoint.url)).toMatchObject({ status: 204 });
      await idleConnections();
      expect(await post(through, null, endpoint.url)).toMatchObject({ status: 204 });
      expect(endpoint.requests).toEqual([
        { connection: 1, id: 'msg_1' },
        { connection: 1, id: 'msg_1' },
        { connection: 2, id: 'msg_1' },
      ]);
    });

    test('also when all idle connections are closed that way', async () => {
      const endpoint = await closing((socket) => socket.destroy());
      const through = client();
      const posts = () => Promise.all(Array.from({ length: 5 }, () => post(through, null, endpoint.url)));
      expect((await posts()).map(statusOf)).toEqual([204, 204, 204, 204, 204]);
      await idleConnections();
      expect((await posts()).map(statusOf)).toEqual([204, 204, 204, 204, 204]);
      expect(endpoint.requests).toHaveLength(15);
    });

    test('an answer that has begun is not asked for again', async () => {
      const endpoint = await closing((socket) => socket.write('HTTP/1.1 2', () => socket.destroy()));
      const through = client();
      expect(await post(through, null, endpoint.url)).toMatchObject({ status: 204 });
      await idleConnections();
      expect(await post(through, null, endpoint.url)).toEqual({ kind: 'failed', failure: 'CONNECTION' });
      expect(endpoint.requests).toHaveLength(2);
    });

    test('a new connection that breaks is a failure, and the POST is not repeated', async () => {
      const endpoint = await closing((socket) => socket.destroy(), 0);
      expect(await post(client(), null, endpoint.url)).toEqual({ kind: 'failed', failure: 'CONNECTION' });
      expect(endpoint.requests).toHaveLength(1);
    });
  });

  test('an address outside the allowed networks gets no connection', async () => {
    let requests = 0;
    respond = (_request, response) => {
      requests += 1;
      response.end();
    };
    const strict = client({ guard: new AddressGuard() });
    for (const host of ['127.0.0.1', '2130706433', '0177.0.0.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const url = origin.replace('127.0.0.1', host);
      expect(await post(strict, null, url)).toEqual({ kind: 'failed', failure: 'ADDRESS_REFUSED' });
    }
    const rebound = client({
      guard: new AddressGuard(),
      resolve: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await post(rebound, null, origin.replace('127.0.0.1', 'client.example'))).toMatchObject({
      failure: 'ADDRESS_REFUSED',
    });
    expect(requests).toBe(0);
  });
});

const statusOf = (result: PostResult) => (result.kind === 'responded' ? result.status : result.failure);

/** Waits until the client may use connections again, some turns of the event loop after the response. */
async function idleConnections(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
}

/**
 * Starts an endpoint that closes each connection after its response, and records which connections resumed a session.
 */
async function observed(maxVersion: SecureVersion) {
  const reused: boolean[] = [];
  const endpoint = createServer({ key: pem.private, cert: pem.cert, maxVersion }, (_request, response) => {
    response.writeHead(204, { connection: 'close' }).end();
  });
  endpoint.on('secureConnection', (socket) => reused.push(socket.isSessionReused()));
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening));
  endpoints.push(endpoint);
  return { reused, url: `https://127.0.0.1:${(endpoint.address() as AddressInfo).port}/` };
}

/** Starts an endpoint that responds to `answered` POSTs of each connection, and calls `next` for the one after. */
async function closing(next: (socket: TLSSocket) => void, answered = 1) {
  const requests: { connection: number; id: string | undefined }[] = [];
  let connections = 0;
  const endpoint = createTlsServer({ key: pem.private, cert: pem.cert }, (socket) => {
    const connection = (connections += 1);
    let left = answered;
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!received.endsWith('\r\n\r\n{}')) return;
      requests.push({ connection, id: /webhook-id: (\S+)/.exec(received)?.[1] });
      received = '';
      left -= 1;
      if (left >= 0) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      else next(socket);
    });
  });
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening));
  endpoints.push(endpoint);
  return { requests, url: `https://127.0.0.1:${(endpoint.address() as AddressInfo).port}/` };
}

/** Writes as long as the other side reads. */
function pour(response: ServerResponse, chunk: Buffer, wrote: (bytes: number) => void): void {
  const more = (): void => {
    while (!response.destroyed) {
      wrote(chunk.length);
      if (!response.write(chunk)) return void response.once('drain', more);
    }
  };
  response.on('error', () => undefined);
  more();
}
