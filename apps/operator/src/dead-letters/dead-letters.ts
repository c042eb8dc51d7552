import { ServiceName, SERVICES } from '@tributary/contracts';
import {
  type DeadLetterLine as StoredLine,
  dropDeadLetterIn,
  linesOfDeadLetters,
  wholeDeadLetter,
} from '@tributary/messaging';
import { Pool } from 'pg';
import { schemaOf } from '../operator.config';

/** A consumer's dead letter without its content, which contains personal data. Item -1 means the whole message. */
export interface DeadLetterLine extends StoredLine {
  readonly service: ServiceName;
}

export interface WholeDeadLetter extends DeadLetterLine {
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the waiting dead letters, oldest first, of one service or of all. */
export async function listDeadLetters(pool: Pool, service?: ServiceName): Promise<DeadLetterLine[]> {
  const lines: DeadLetterLine[] = [];
  for (const name of service ? [service] : SERVICES) {
    const { rows } = await pool.query<StoredLine>(linesOfDeadLetters(schemaOf(name)));
    for (const row of rows) lines.push({ service: name, ...row });
  }
  return lines;
}

export async function findDeadLetter(
  pool: Pool,
  service: ServiceName,
  id: number,
): Promise<WholeDeadLetter | null> {
  const { rows } = await pool.query<Omit<WholeDeadLetter, 'service'>>(wholeDeadLetter(schemaOf(service)), [
    id,
  ]);
  return rows[0] ? { service, ...rows[0] } : null;
}

/**
 * Deletes a dead letter permanently.
 * @returns whether it existed and was waiting
 */
export async function dropDeadLetter(pool: Pool, service: ServiceName, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(dropDeadLetterIn(schemaOf(service)), [id]);
  return rowCount === 1;
}
