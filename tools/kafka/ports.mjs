import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Polls `condition()` every 50 ms. Returns true once it holds, false if it does not hold within `timeoutMs`. */
export async function waitUntil(condition, timeoutMs) {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/**
 * Returns a port on 127.0.0.1 that is free now. The port is below 32000, because Linux gives ports from 32768 to
 * outgoing connections, and such a connection could take the port before the server listens or while it restarts.
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

/** Rejects if a server already listens on the port. */
export function assertPortFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', () =>
      reject(new Error(`Port ${port} is taken: Kafka needs another one (KAFKA_PORT).`)),
    );
    server.listen(port, '127.0.0.1', () => server.close(resolve));
  });
}
