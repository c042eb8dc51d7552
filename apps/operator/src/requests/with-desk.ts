import { Pool } from 'pg';
import { OperatorConfig } from '../operator.config';
import { requestGateway } from './request-service';

/** Sends a request to the gateway through its database. @returns the reply @throws RequestFailed */
export type DeskRequest = (kind: string, parameters: object) => Promise<string>;

/** Does work that needs requests through the database. */
export function withDesk<T>(
  config: OperatorConfig,
  say: (line: string) => void,
  work: (request: DeskRequest) => Promise<T>,
): Promise<T> {
  const { operator: requestedBy } = config;
  return withPool(config, (pool) =>
    work((kind, parameters) => requestGateway(pool, { kind, parameters, requestedBy, say })),
  );
}

export async function withPool<T>(
  { adminUrl }: OperatorConfig,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = new Pool({ connectionString: adminUrl, max: 4, application_name: 'tributary operator' });
  pool.on('error', () => undefined); // the user of the connection gets the error
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
