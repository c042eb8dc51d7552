import { Queryable } from '@tributary/persistence';
import { ReceivedMessage } from '../bus-engine';
import { messageIdOf } from './received-event';

/** A message, or one item of it, that failed permanently and was stored. */
export interface DeadLetter {
  readonly id: number;
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Record<string, string>;
  readonly item: number;
  readonly error: string;
  readonly attempts: number;
  readonly createdAt: Date;
}

export interface NewDeadLetter {
  readonly message: ReceivedMessage;
  readonly item: number;
  readonly error: unknown;
  readonly attempts: number;
}

/** The store of a consumer's dead letters. */
export interface DeadLetters {
  /** Stores it once, however often the message is delivered. */
  add(letter: NewDeadLetter): Promise<void>;
}

/** Dead letters in the consumer's own schema. */
export class PostgresDeadLetters implements DeadLetters {
  constructor(private readonly database: Queryable) {}

  async add({ message, item, error, attempts }: NewDeadLetter): Promise<void> {
    await this.database.execute(
      `insert into dead_letters (message_id, item, topic, key, value, headers, error, attempts)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (message_id, item) do nothing`,
      [
        messageIdOf(message),
        item,
        message.topic,
        withoutNul(message.key),
        withoutNul(message.value),
        headersOf(message),
        withoutNul(reasonOf(error)),
        attempts,
      ],
    );
  }

  /** Those that wait for an operator, oldest first. */
  async list(limit = 100): Promise<DeadLetter[]> {
    return this.database.query<DeadLetter>(
      `select id, topic, key, value, headers, item, error, attempts, created_at as "createdAt"
         from dead_letters where replayed_at is null order by id limit $1`,
      [limit],
    );
  }

  async find(id: number): Promise<DeadLetter | null> {
    const [letter] = await this.database.query<DeadLetter>(
      `select id, topic, key, value, headers, item, error, attempts, created_at as "createdAt"
         from dead_letters where id = $1`,
      [id],
    );
    return letter ?? null;
  }
}

/** The kind of error and its message; messages of our errors never contain values from outside. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown failure';
}

/** Postgres refuses NUL, and a dead letter that cannot be stored would block its partition forever. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

function headersOf({ headers }: ReceivedMessage): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map((header) => header.map(withoutNul) as [string, string])),
  );
}
