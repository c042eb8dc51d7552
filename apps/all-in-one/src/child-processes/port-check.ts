import { createServer } from 'node:net';

/** A requested port is used by another program. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/**
 * Checks that a port is free; port 0 always is.
 * @throws PortTaken with the name of the setting to change
 */
export async function checkPortFree(setting: string, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      reject(
        new PortTaken(
          `port ${port} is used by another program: stop it, or start with ${setting}=<another port> (0 picks a free one)`,
        ),
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
