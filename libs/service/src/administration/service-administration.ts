import {
  AdministrationCommand,
  AdministrationPayload,
  AdministrationResult,
  DeadLetterChoice,
  DEAD_LETTERS_MAX,
  Problem,
  ServiceState,
} from '@tributary/contracts';
import { countJobs, JobRunner } from '@tributary/jobs';
import { BusTransport } from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { putRequest } from '../operator/put-request';
import { ConsumerGroups } from './consumer-groups';
import { maskedContent } from './masked-content';

/** What a service does for administrators, by the name of the command. */
export type ServiceAdministrationHandlers = {
  readonly [C in AdministrationCommand]: (
    database: Queryable,
    payload: AdministrationPayload<C>,
    administratorId: number,
  ) => Promise<AdministrationResult<C>>;
};

interface DeadLetterRow {
  readonly id: number;
  readonly topic: string;
  readonly key: string;
  readonly item: number;
  readonly error: string;
  readonly attempts: number;
  readonly created_at: Date;
}

interface RequestRow {
  readonly id: number;
  readonly progress: string | null;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly error: string | null;
}

const LINE = 'id, topic, key, item, error, attempts, created_at';
const REQUEST = 'id, progress, ended_at, outcome, error';
const REPLAY = 'replay-dead-letters';

/** The state of a service, its dead letters and its sizes, each from its own schema. */
export class ServiceAdministration implements ServiceAdministrationHandlers {
  constructor(
    private readonly bus: BusTransport,
    private readonly jobs: JobRunner,
    private readonly groups: ConsumerGroups,
  ) {}

  async showState(database: Queryable): Promise<ServiceState> {
    const [row] = await database.query<Pick<ServiceState, 'outbox' | 'oldestOutboxS' | 'deadLetters'>>(
      `select (select count(*)::int from outbox) as outbox,
              (select extract(epoch from clock_timestamp() - min(created_at))::float8 from outbox) as "oldestOutboxS",
              (select count(*)::int from dead_letters where replayed_at is null) as "deadLetters"`,
    );
    if (!row) throw new Error('the state of the service was not read');
    const jobs = await countJobs(database);
    return {
      ...row,
      trouble: this.bus.whyNotReady(),
      jobsWaiting: jobs.reduce((sum, { waiting }) => sum + waiting, 0),
      jobsFailed: jobs.reduce((sum, { failed }) => sum + failed, 0),
      groups: await this.groups.read(),
    };
  }

  async showSizes(database: Queryable): Promise<AdministrationResult<'showSizes'>> {
    const tables = await database.query<{ name: string; rows: number; bytes: number }>(
      `select c.relname as name, greatest(c.reltuples, s.n_live_tup, 0)::bigint as rows,
              pg_total_relation_size(c.oid) as bytes
         from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
        order by 3 desc`,
    );
    const [database_] = await database.query<{ bytes: number }>(
      'select pg_database_size(current_database()) as bytes',
    );
    const sizes = tables.map(({ name, rows, bytes }) => ({ name, rows: Number(rows), bytes: Number(bytes) }));
    return {
      tables: sizes,
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      databaseBytes: Number(database_?.bytes ?? 0),
    };
  }

  async listDeadLetters(
    database: Queryable,
    { topics, limit, offset }: AdministrationPayload<'listDeadLetters'>,
  ): Promise<AdministrationResult<'listDeadLetters'>> {
    const rows = await database.query<DeadLetterRow>(
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
    return { total: counted?.total ?? 0, deadLetters: rows.map(toDeadLetter) };
  }

  async showDeadLetter(
    database: Queryable,
    { id }: AdministrationPayload<'showDeadLetter'>,
  ): Promise<AdministrationResult<'showDeadLetter'>> {
    const [row] = await database.query<DeadLetterRow & { value: string }>(
      `select ${LINE}, value from dead_letters where id = $1 and replayed_at is null`,
      [id],
    );
    if (!row) throw Problem.notFound();
    return { ...toDeadLetter(row), content: maskedContent(row.value) };
  }

  async replayDeadLetters(
    database: Queryable,
    { choice }: AdministrationPayload<'replayDeadLetters'>,
    administratorId: number,
  ): Promise<AdministrationResult<'replayDeadLetters'>> {
    const ids = await chosen(database, choice);
    if (ids.length === 0) return { deadLetters: 0, request: null };
    const [put] = await database.query<{ id: number }>(putRequest(), [
      REPLAY,
      JSON.stringify({ ids }),
      `administrator ${administratorId}`,
    ]);
    if (!put) throw new Error('the request was not stored');
    this.jobs.wake();
    return { deadLetters: ids.length, request: await this.showRequest(database, { id: Number(put.id) }) };
  }

  async dropDeadLetters(
    database: Queryable,
    { choice }: AdministrationPayload<'dropDeadLetters'>,
  ): Promise<AdministrationResult<'dropDeadLetters'>> {
    const ids = await chosen(database, choice);
    const deadLetters = await database.execute(
      'delete from dead_letters where id = any($1::bigint[]) and replayed_at is null',
      [ids],
    );
    return { deadLetters };
  }

  async showRequest(
    database: Queryable,
    { id }: AdministrationPayload<'showRequest'>,
  ): Promise<AdministrationResult<'showRequest'>> {
    const [row] = await database.query<RequestRow>(
      `select ${REQUEST} from operator_requests where id = $1 and kind = $2`,
      [id, REPLAY],
    );
    if (!row) throw Problem.notFound();
    const { progress, ended_at, outcome, error } = row;
    return { id: Number(row.id), progress, endedAt: ended_at && ended_at.toISOString(), outcome, error };
  }
}

/** The oldest first, so that replays keep the order of arrival. */
async function chosen(database: Queryable, choice: DeadLetterChoice): Promise<number[]> {
  const ids = 'ids' in choice ? choice.ids : null;
  const topic = 'topic' in choice ? choice.topic : null;
  const rows = await database.query<{ id: number }>(
    `select id from dead_letters
      where replayed_at is null and ($1::bigint[] is null or id = any($1)) and ($2::text is null or topic = $2)
      order by id limit ${DEAD_LETTERS_MAX}`,
    [ids, topic],
  );
  if (ids !== null && rows.length < new Set(ids).size) throw Problem.notFound();
  return rows.map(({ id }) => Number(id));
}

function toDeadLetter({ id, created_at, ...row }: DeadLetterRow) {
  const { topic, key, item, error, attempts } = row;
  return { id: Number(id), topic, key, item, error, attempts, createdAt: created_at.toISOString() };
}
