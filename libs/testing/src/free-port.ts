import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port on 127.0.0.1 that is free at this moment. It is below those that systems give to outgoing connections (from
 * 32768 on Linux), or one of these could take it before its server is there, or while a broker is down.
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

/** @throws where another process has it */
function opened(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
