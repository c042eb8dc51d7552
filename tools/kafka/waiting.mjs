import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Polls until `condition()` holds; false when it did not within `timeoutMs`. */
export async function waitUntil(condition, timeoutMs) {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/**
 * A port on 127.0.0.1 that is free at this moment. It is below those that systems give to outgoing connections (from
 * 32768 on Linux), or one of these could take it before its server is there, or while a broker is down.
 */
export async function freePort() {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(10_000, 32_000);
    try {
      await assertPortFree(port);
      return port;
    } catch (error) {
      if (attempt >= 100) throw error;
    }
  }
}

/** Fails with a plain message if the port is in use. */
export function assertPortFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', () =>
      reject(new Error(`Port ${port} is taken: Kafka needs another one (KAFKA_PORT).`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(resolve));
  });
}
