import { once } from 'node:events';
import { connect } from 'node:net';
import { StartUp } from './start-up';
import { WaitingRoom } from './waiting-room';

describe('before a service listens', () => {
  let room: WaitingRoom;
  afterEach(() => room.close());

  it('a connection that asks nothing, or a letter a second, lasts for five seconds', async () => {
    room = await WaitingRoom.open({ host: '127.0.0.1', port: 0 }, new StartUp());
    const began = performance.now();
    const ends = ['', 'GET /health/live HTTP/1.1\r\nhost: a\r\nx: '].map(async (text) => {
      const socket = connect(room.handOver().port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      const trickle = setInterval(() => text !== '' && socket.write('a'), 1000);
      await once(socket.resume(), 'close').finally(() => clearInterval(trickle));
    });
    await Promise.all(ends);
    expect(performance.now() - began).toBeGreaterThan(4000);
  });

  it('the process lives, and everything else says what it waits for', async () => {
    const startUp = new StartUp();
    room = await WaitingRoom.open({ host: '127.0.0.1', port: 0 }, startUp);
    startUp.waitsFor('database', 'the database does not answer');
    const at = `http://127.0.0.1:${room.handOver().port}`;
    expect((await fetch(`${at}/health/live`)).status).toBe(200);
    const ready = await fetch(`${at}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ reasons: { database: 'the database does not answer' } });
    const read = await fetch(`${at}/api/v1/user`);
    expect({ status: read.status, retry: read.headers.get('retry-after') }).toEqual({
      status: 503,
      retry: '1',
    });
  });
});
