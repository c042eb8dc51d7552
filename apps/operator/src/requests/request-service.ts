import { Pool } from 'pg';
import { putRequest, requestAndItsJob, takeBackRequest } from '@tributary/service';
import { schemaOf } from '../operator.config';

export interface GatewayRequest {
  readonly kind: string;
  readonly parameters: object;
  /** The operator, for the record. */
  readonly requestedBy: string;
  /** Called with each change of the progress. */
  readonly say: (progress: string) => void;
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
/** A gateway that has not begun a request by then is not running. */
const BEGIN_WITHIN_MS = 15_000;
const SCHEMA = schemaOf('api-gateway');

/**
 * Sends a request to the running gateway through its database and waits until it ends. A request that the service does not begin in time is
 * withdrawn; one that it has begun continues without this process.
 * @returns its reply
 * @throws RequestFailed
 */
export async function requestGateway(pool: Pool, request: GatewayRequest): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(putRequest(SCHEMA), [
    request.kind,
    JSON.stringify(request.parameters),
    request.requestedBy,
  ]);
  const id = rows[0]?.id;
  const giveUpAt = Date.now() + BEGIN_WITHIN_MS;
  for (let shown: string | null = null; ;) {
    const found = await pool.query<RequestRow>(requestAndItsJob(SCHEMA), [id]);
    const row = found.rows[0];
    if (!row) throw new RequestFailed('the request no longer exists');
    if (row.progress !== null && row.progress !== shown) request.say((shown = row.progress));
    if (row.ended_at) return resultOf(row);
    if (!row.is_begun && Date.now() > giveUpAt && (await withdraw(pool, id))) {
      throw new RequestFailed('api-gateway does not take requests: is it running?');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function resultOf({ outcome, error }: RequestRow): string {
  if (error !== null) throw new RequestFailed(error);
  return outcome ?? 'done';
}

async function withdraw(pool: Pool, id: string | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(takeBackRequest(SCHEMA), [id]);
  return rowCount === 1;
}
