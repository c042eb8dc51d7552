import { ServiceName } from '@tributary/contracts';
import { Pool } from 'pg';
import { putRequest, requestAndItsJob, takeBackRequest } from '@tributary/service';
import { schemaOf } from '../operator.config';

export interface ServiceRequest {
  readonly service: ServiceName;
  readonly kind: string;
  readonly parameters: object;
  /** The operator, for the record. */
  readonly requestedBy: string;
  /** Called with each change of the progress. */
  readonly say: (progress: string) => void;
  /** How long to wait for the service to begin; a service that has not begun then is not running. */
  readonly beginWithinMs?: number;
}

/** The service could not fulfil the request, or is not running. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

interface RequestRow {
  readonly is_begun: boolean;
  readonly progress: string | null;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly error: string | null;
}

const LOOK_EVERY_MS = 200;

/**
 * Sends a request to a running service and waits until it ends. A request that the service does not begin in time is
 * withdrawn; one that it has begun continues without this process.
 * @returns the reply of the service
 * @throws RequestFailed
 */
export async function requestService(pool: Pool, request: ServiceRequest): Promise<string> {
  const schema = schemaOf(request.service);
  const { rows } = await pool.query<{ id: string }>(putRequest(schema), [
    request.kind,
    JSON.stringify(request.parameters),
    request.requestedBy,
  ]);
  const id = rows[0]?.id;
  const giveUpAt = Date.now() + (request.beginWithinMs ?? 15_000);
  for (let shown: string | null = null; ;) {
    const found = await pool.query<RequestRow>(requestAndItsJob(schema), [id]);
    const row = found.rows[0];
    if (!row) throw new RequestFailed('the request no longer exists');
    if (row.progress !== null && row.progress !== shown) request.say((shown = row.progress));
    if (row.ended_at) return resultOf(row);
    if (!row.is_begun && Date.now() > giveUpAt && (await withdraw(pool, schema, id))) {
      throw new RequestFailed(`${request.service} does not take requests: is it running?`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function resultOf({ outcome, error }: RequestRow): string {
  if (error !== null) throw new RequestFailed(error);
  return outcome ?? 'done';
}

async function withdraw(pool: Pool, schema: string, id: string | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(takeBackRequest(schema), [id]);
  return rowCount === 1;
}
