import { ServiceName, SERVICES } from '@tributary/contracts';
import { Pool } from 'pg';
import { schemaOf } from '../operator.config';

/** A consumer's dead letter without its content, which contains personal data. */
export interface DeadLetterLine {
  readonly service: ServiceName;
  readonly id: number;
  readonly topic: string;
  readonly key: string;
  /** The index inside its message; -1 for the whole message. */
  readonly item: number;
  readonly error: string;
  readonly attempts: number;
  readonly created_at: Date;
}

export interface WholeDeadLetter extends DeadLetterLine {
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

const LINE = 'id, topic, key, item, error, attempts, created_at';

/** Dead letters that wait, oldest first, of one service or of all. */
export async function listDeadLetters(pool: Pool, service?: ServiceName): Promise<DeadLetterLine[]> {
  const lines: DeadLetterLine[] = [];
  for (const name of service ? [service] : SERVICES) {
    const { rows } = await pool.query<Omit<DeadLetterLine, 'service'>>(
      `select ${LINE} from ${schemaOf(name)}.dead_letters where replayed_at is null order by id`,
    );
    for (const row of rows) lines.push({ service: name, ...row });
  }
  return lines;
}

export async function findDeadLetter(
  pool: Pool,
  service: ServiceName,
  id: number,
): Promise<WholeDeadLetter | null> {
  const { rows } = await pool.query<Omit<WholeDeadLetter, 'service'>>(
    `select ${LINE}, value, headers from ${schemaOf(service)}.dead_letters where id = $1`,
    [id],
  );
  return rows[0] ? { service, ...rows[0] } : null;
}

/** Deletes one for good. @returns whether it was there and waited */
export async function dropDeadLetter(pool: Pool, service: ServiceName, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from ${schemaOf(service)}.dead_letters where id = $1 and replayed_at is null`,
    [id],
  );
  return rowCount === 1;
}
