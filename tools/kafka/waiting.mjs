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

/** A port on 127.0.0.1 that is free at this moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
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
