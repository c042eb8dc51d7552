import { ServiceName } from '@tributary/contracts';
import { Pool } from 'pg';
import { putRequest, requestAndItsJob, takeBackRequest } from '@tributary/service';
import { schemaOf } from '../operator.config';

export interface Asking {
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
export async function askService(pool: Pool, asking: Asking): Promise<string> {
  const schema = schemaOf(asking.service);
  const { rows } = await pool.query<{ id: string }>(putRequest(schema), [
    asking.kind,
    JSON.stringify(asking.parameters),
    asking.requestedBy,
  ]);
  const id = rows[0]?.id;
  const giveUpAt = Date.now() + (asking.beginWithinMs ?? 15_000);
  for (let shown: string | null = null; ;) {
    const found = await pool.query<RequestRow>(requestAndItsJob(schema), [id]);
    const row = found.rows[0];
    if (!row) throw new RequestFailed('the request no longer exists');
    if (row.progress !== null && row.progress !== shown) asking.say((shown = row.progress));
    if (row.ended_at) return answerOf(row);
    if (!row.is_begun && Date.now() > giveUpAt && (await takenBack(pool, schema, id))) {
      throw new RequestFailed(`${asking.service} does not take requests: is it running?`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function answerOf({ outcome, error }: RequestRow): string {
  if (error !== null) throw new RequestFailed(error);
  return outcome ?? 'done';
}

async function takenBack(pool: Pool, schema: string, id: string | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(takeBackRequest(schema), [id]);
  return rowCount === 1;
}
