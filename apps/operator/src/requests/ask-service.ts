import { ServiceName } from '@tributary/contracts';
import { Pool } from 'pg';
import { schemaOf } from '../operator.config';

export interface Asking {
  readonly service: ServiceName;
  readonly kind: string;
  readonly parameters: object;
  /** For the record. */
  readonly requestedBy: string;
  /** Told of progress, each time it changes. */
  readonly say: (progress: string) => void;
  /** A service that has not begun by then is not running. */
  readonly beginWithinMs?: number;
}

/** The service could not do what was asked, or is not there to do it. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

interface RequestRow {
  readonly lease_until: Date | null;
  readonly progress: string | null;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly error: string | null;
}

const LOOK_EVERY_MS = 200;

/**
 * Puts a request onto a running service's desk and waits for its end. A request that was not begun is taken back; one that was goes on
 * without us. @returns the service's answer @throws RequestFailed
 */
export async function askService(pool: Pool, asking: Asking): Promise<string> {
  const table = `${schemaOf(asking.service)}.operator_requests`;
  const { rows } = await pool.query<{ id: string }>(
    `insert into ${table} (kind, parameters, requested_by) values ($1, $2, $3) returning id`,
    [asking.kind, JSON.stringify(asking.parameters), asking.requestedBy],
  );
  const id = rows[0]?.id;
  const giveUpAt = Date.now() + (asking.beginWithinMs ?? 15_000);
  for (let told: string | null = null; ;) {
    const found = await pool.query<RequestRow>(`select * from ${table} where id = $1`, [id]);
    const row = found.rows[0];
    if (!row) throw new RequestFailed('the request is gone');
    if (row.progress !== null && row.progress !== told) asking.say((told = row.progress));
    if (row.ended_at) return answerOf(row);
    if (row.lease_until === null && Date.now() > giveUpAt && (await takenBack(pool, table, id))) {
      throw new RequestFailed(`${asking.service} does not take requests: is it running?`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function answerOf({ outcome, error }: RequestRow): string {
  if (error !== null) throw new RequestFailed(error);
  return outcome ?? 'done';
}

async function takenBack(pool: Pool, table: string, id: string | undefined): Promise<boolean> {
  const { rowCount } = await pool.query(`delete from ${table} where id = $1 and lease_until is null`, [id]);
  return rowCount === 1;
}
