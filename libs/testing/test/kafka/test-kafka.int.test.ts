import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeKafka, startKafkaBroker, testKafka } from '../../src';

function accepts(brokers: string): Promise<boolean> {
  const [host, port] = brokers.split(':');
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), host, () => resolve(true)).on('error', () =>
      resolve(false),
    );
    socket.on('connect', () => socket.destroy());
  });
}

describeKafka('kafka of a test run', () => {
  it('is one broker for all callers', async () => {
    const [first, second] = await Promise.all([testKafka(), testKafka()]);
    expect(second).toBe(first);
    expect(await accepts(first)).toBe(true);
  }, 120_000);

  it('of a test’s own can crash, and comes back on the same port', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-kafka-'));
    const broker = await startKafkaBroker({ dataDir });
    const { brokers, pid } = broker;
    await broker.kill();
    expect(await accepts(brokers)).toBe(false);
    await broker.restart();
    expect(await accepts(brokers)).toBe(true);
    expect(broker.pid).not.toBe(pid);
    await broker.stop();
    expect(await accepts(brokers)).toBe(false);
    rmSync(dataDir, { recursive: true });
  }, 180_000);
});
