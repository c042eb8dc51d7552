import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port of 127.0.0.1. It is below the range of outgoing connections (from 32768 on Linux), because one of
 * those could take it before the server starts, or while a broker is down.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(10_000, 32_000);
    try {
      return await opened(port);
    } catch (error) {
      if (attempt >= 100) throw error;
    }
  }
}

/** @throws if another process uses the port */
function opened(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
