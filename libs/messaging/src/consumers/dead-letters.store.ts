import { Queryable, Tx } from '@tributary/persistence';
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
  /** Stores a dead letter once, however often the message is delivered. */
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

  /** Dead letters that wait for an operator, oldest first. */
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

/** SQL: the number of dead letters that wait for an operator. */
export const WAITING_DEAD_LETTERS = 'select count(*)::int from dead_letters where replayed_at is null';

/** SQL: the number of waiting dead letters of topics that match a pattern, since a moment. @param since SQL */
export const deadLettersSince = (topics: string, since: string): string =>
  `select count(*)::int from dead_letters l
    where l.topic like '${topics}' and l.replayed_at is null and l.created_at >= ${since}`;

/** SQL of dead letters for the metrics of waiting work. */
export const DEAD_LETTER_WORK = `
  select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_s
    from dead_letters where replayed_at is null`;

/** @param rowsOfUserSql SQL: whether the text `t.value` names the user `$1` */
export const deadLettersOfUser = (rowsOfUserSql: string) =>
  ({ table: 'dead_letters', rowsOfUserSql }) as const;

export async function markReplayed(tx: Tx, id: number): Promise<void> {
  await tx.execute('update dead_letters set replayed_at = now() where id = $1', [id]);
}

/** A replay failed: the letter stays, with the new reason. */
export async function noteFailedReplay(database: Queryable, id: number, error: unknown): Promise<void> {
  await database.execute('update dead_letters set error = $2, attempts = attempts + 1 where id = $1', [
    id,
    reasonOf(error),
  ]);
}

/** A letter without its content, which has personal data. */
export interface DeadLetterLine {
  readonly id: number;
  readonly topic: string;
  readonly key: string;
  readonly item: number;
  readonly error: string;
  readonly attempts: number;
  readonly created_at: Date;
}

const LINE = 'id, topic, key, item, error, attempts, created_at';

/**
 * Returns a page of the waiting dead letters, the oldest first.
 * @param topics null for all topics
 */
export async function listWaiting(
  database: Queryable,
  topics: readonly string[] | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly lines: DeadLetterLine[]; readonly total: number }> {
  const lines = await database.query<DeadLetterLine>(
    `select ${LINE} from dead_letters
      where replayed_at is null and ($1::text[] is null or topic = any($1))
      order by id limit $2 offset $3`,
    [topics, limit, offset],
  );
  const [counted] = await database.query<{ total: number }>(
    `select count(*)::int as total from dead_letters
      where replayed_at is null and ($1::text[] is null or topic = any($1))`,
    [topics],
  );
  return { lines, total: counted?.total ?? 0 };
}

export async function findWaiting(
  database: Queryable,
  id: number,
): Promise<(DeadLetterLine & { readonly value: string }) | undefined> {
  const [row] = await database.query<DeadLetterLine & { value: string }>(
    `select ${LINE}, value from dead_letters where id = $1 and replayed_at is null`,
    [id],
  );
  return row;
}

/**
 * Returns the ids of the waiting dead letters, the oldest first, so that replays preserve the order of arrival.
 * @param ids null for all
 */
export async function waitingIds(
  database: Queryable,
  { ids, topic }: { readonly ids: readonly number[] | null; readonly topic: string | null },
  limit: number,
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select id from dead_letters
      where replayed_at is null and ($1::bigint[] is null or id = any($1)) and ($2::text is null or topic = $2)
      order by id limit ${limit}`,
    [ids, topic],
  );
  return rows.map(({ id }) => Number(id));
}

/** @returns how many were there, and waited */
export function dropWaiting(database: Queryable, ids: readonly number[]): Promise<number> {
  return database.execute('delete from dead_letters where id = any($1::bigint[]) and replayed_at is null', [
    ids,
  ]);
}

/** The kind of error and its message; messages of our errors never contain values from outside. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an unknown failure';
}

/** Removes NUL, which Postgres refuses: a dead letter that cannot be stored would block its partition forever. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

function headersOf({ headers }: ReceivedMessage): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map((header) => header.map(withoutNul) as [string, string])),
  );
}
