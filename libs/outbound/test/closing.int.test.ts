import { ResponderThread, HOSTILE_WIRES } from '@tributary/testing';
import { OutboundHttp } from '../src/outbound-http';

let server: ResponderThread;
beforeAll(async () => {
  server = await ResponderThread.start();
});
afterAll(() => server.stop());

it.each(HOSTILE_WIRES.map((wire) => [wire.name, wire] as const))(
  'a server that answers with %s keeps no service from stopping',
  async (_, wire) => {
    const options = { timeoutMs: 1000, connections: 1, answerBytesMax: 64 * 1024 };
    const http = new OutboundHttp({ baseUrl: server.url, ...options });
    // What it says of the answer is tested elsewhere.
    const ask = () => http.request({ method: 'GET', path: '' }).catch(() => null);
    await server.give({ body: '{}' });
    await ask();
    await server.give(wire.answer(wire.largest));
    await ask();
    await ask();
    await http.close();
  },
  10_000,
);

it('a request that is never answered is ended with the service, not waited for', async () => {
  const http = new OutboundHttp({
    baseUrl: server.url,
    timeoutMs: 3_600_000,
    connections: 1,
    answerBytesMax: 64 * 1024,
  });
  await server.give({ bytes: '', again: { bytes: '', everyMs: 1000 } });
  const asked = http.request({ method: 'GET', path: '' }).then(
    () => 'answered',
    () => 'ended',
  );
  await http.close();
  expect(await asked).toBe('ended');
}, 10_000);
