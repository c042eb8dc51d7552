import {
  AdministrationCommand,
  AdministrationPayload,
  AdministrationResult,
  DeadLetterChoice,
  DEAD_LETTERS_MAX,
  Problem,
  REQUESTABLE_WORK,
  ServiceState,
} from '@tributary/contracts';
import { countJobs, JobRunner } from '@tributary/jobs';
import {
  BusTransport,
  DeadLetterLine,
  dropWaiting,
  findWaiting,
  listWaiting,
  OLDEST_MESSAGE_S,
  WAITING_DEAD_LETTERS,
  WAITING_MESSAGES,
  waitingIds,
} from '@tributary/messaging';
import { Queryable } from '@tributary/persistence';
import { OperatorDesk } from '../operator/operator-desk';
import { findRequest, listRequests, putRequest, RequestRow } from '../operator/operator-requests.store';
import { ConsumerGroups } from './consumer-groups';
import { maskedContent } from './masked-content';

/** Handlers of a service's administration commands, by their names. */
export type ServiceAdministrationHandlers = {
  readonly [C in AdministrationCommand]: (
    database: Queryable,
    payload: AdministrationPayload<C>,
    administratorId: number,
  ) => Promise<AdministrationResult<C>>;
};

const REPLAY = 'replay-dead-letters';
/** Kinds of requests whose outcome administrators read; outcomes of others contain secrets of operators. */
const SHOWN = [REPLAY, ...REQUESTABLE_WORK];

/** The state of a service, its dead letters and its sizes, each from its own schema. */
export class ServiceAdministration implements ServiceAdministrationHandlers {
  constructor(
    private readonly bus: BusTransport,
    private readonly jobs: JobRunner,
    private readonly groups: ConsumerGroups,
    private readonly desk: OperatorDesk,
  ) {}

  async showState(database: Queryable): Promise<ServiceState> {
    const [row] = await database.query<Pick<ServiceState, 'outbox' | 'oldestOutboxS' | 'deadLetters'>>(
      `select (${WAITING_MESSAGES}) as outbox,
              (${OLDEST_MESSAGE_S}) as "oldestOutboxS",
              (${WAITING_DEAD_LETTERS}) as "deadLetters"`,
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
    const { lines, total } = await listWaiting(database, topics, { limit, offset });
    return { total, deadLetters: lines.map(toDeadLetter) };
  }

  async showDeadLetter(
    database: Queryable,
    { id }: AdministrationPayload<'showDeadLetter'>,
  ): Promise<AdministrationResult<'showDeadLetter'>> {
    const row = await findWaiting(database, id);
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
    const request = await this.begin(database, REPLAY, { ids }, administratorId);
    return { deadLetters: ids.length, request };
  }

  startRequest(
    database: Queryable,
    { kind, parameters }: AdministrationPayload<'startRequest'>,
    administratorId: number,
  ): Promise<AdministrationResult<'startRequest'>> {
    return this.begin(database, kind, parameters, administratorId);
  }

  async listRequests(
    database: Queryable,
    page: AdministrationPayload<'listRequests'>,
  ): Promise<AdministrationResult<'listRequests'>> {
    const { rows, total } = await listRequests(database, page);
    return { total, requests: rows.map(toRecord) };
  }

  async dropDeadLetters(
    database: Queryable,
    { choice }: AdministrationPayload<'dropDeadLetters'>,
  ): Promise<AdministrationResult<'dropDeadLetters'>> {
    const ids = await chosen(database, choice);
    return { deadLetters: await dropWaiting(database, ids) };
  }

  async showRequest(
    database: Queryable,
    { id }: AdministrationPayload<'showRequest'>,
  ): Promise<AdministrationResult<'showRequest'>> {
    const row = await findRequest(database, id, SHOWN);
    if (!row) throw Problem.notFound();
    const { kind, parameters, requested_at: requestedAt, progress, ended_at: endedAt, outcome, error } = row;
    const work =
      outcome === null ? null : await this.desk.follow(database, kind, { parameters, requestedAt, outcome });
    return { id: Number(row.id), progress, endedAt: endedAt && endedAt.toISOString(), outcome, error, work };
  }

  private async begin(
    database: Queryable,
    kind: string,
    parameters: object,
    administratorId: number,
  ): Promise<AdministrationResult<'showRequest'>> {
    const [put] = await database.query<{ id: number }>(putRequest(), [
      kind,
      JSON.stringify(parameters),
      `administrator ${administratorId}`,
    ]);
    if (!put) throw new Error('the request was not stored');
    this.jobs.wake();
    return this.showRequest(database, { id: Number(put.id) });
  }
}

/** @throws Problem (not found) if a named dead letter does not wait */
async function chosen(database: Queryable, choice: DeadLetterChoice): Promise<number[]> {
  const ids = 'ids' in choice ? choice.ids : null;
  const topic = 'topic' in choice ? choice.topic : null;
  const found = await waitingIds(database, { ids, topic }, DEAD_LETTERS_MAX);
  if (ids !== null && found.length < new Set(ids).size) throw Problem.notFound();
  return found;
}

function toDeadLetter({ id, created_at, ...row }: DeadLetterLine) {
  const { topic, key, item, error, attempts } = row;
  return { id: Number(id), topic, key, item, error, attempts, createdAt: created_at.toISOString() };
}

/** Outcomes contain secrets only in an encrypted form; they are left out, because their key no longer exists. */
const SEALED = /,?"(password|code|token)":"[^"]*"/g;
/** Parameters that are removed from a request when it ends are not shown before that either. */
const PERSONAL = new Set(['user', 'email', 'name', 'publicKey']);

function toRecord({ id, kind, parameters, outcome, error, ...row }: RequestRow) {
  const shown = Object.entries(parameters).filter(([name]) => !PERSONAL.has(name));
  return {
    id: Number(id),
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by,
    kind,
    parameters: Object.fromEntries(shown),
    endedAt: row.ended_at && row.ended_at.toISOString(),
    outcome: outcome && outcome.replace(SEALED, ''),
    error,
  };
}
