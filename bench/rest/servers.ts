import { randomBytes } from 'node:crypto';
import { BenchProcess } from '../bench-process';

/** A server in a process of its own. */
export interface MeasuredServer {
  readonly url: string;
  readonly process: BenchProcess;
}

export const POOL_SIZE = 10;

/** The gateway as it ships, on the role's schema. */
export function startGateway(databaseUrl: string, flags: readonly string[] = []): Promise<MeasuredServer> {
  return start('rest/gateway-process.js', gatewayEnvironment(databaseUrl), flags);
}

/** The settings of the gateway that is measured. */
export function gatewayEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000000', // counted as everywhere, and never reached
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
}

/** `node:http` and one pool. */
export function startBareServer(databaseUrl: string): Promise<MeasuredServer> {
  return start('rest/bare-server.js', { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) });
}

async function start(
  script: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<MeasuredServer> {
  const furtherFlags = (process.env.SERVER_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const server = BenchProcess.start(script, [], environment, [...flags, ...furtherFlags]);
  return { url: (await server.next<{ url: string }>()).url, process: server };
}
