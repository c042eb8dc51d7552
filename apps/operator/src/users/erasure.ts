import { ServiceName, SERVICES } from '@tributary/contracts';
import { erasureProgress } from '@tributary/service';
import { Pool } from 'pg';
import { CommandContext } from '../command-line';
import { schemaOf } from '../operator.config';
import { RequestFailed } from '../requests/request-service';

/** The data that an erasure would delete. It is read from counts and narrow tables, never from all transactions. */
export interface Doomed {
  readonly user: number;
  /** Users whom the user's apps manage; they are erased, too. */
  readonly managed_users: number;
  readonly connections: number;
  readonly accounts: number;
  /** The number that REST shows, without removed ones. */
  readonly transactions: number;
  readonly rules: number;
  readonly transfer_links: number;
  readonly webhook_endpoints: number;
  readonly tokens: number;
  readonly apps: number;
}

const OF_THEM = 'user_id in (select id from doomed)';

/**
 * Counts the data of a user.
 * @returns null if the user does not exist or is erased
 */
export async function readDoomed(pool: Pool, userId: number): Promise<Doomed | null> {
  const count = (table: string) => `(select count(*)::int from ${table} where ${OF_THEM})`;
  const { rows } = await pool.query<Doomed>(
    `with recursive doomed as (
       select id from api_gateway.users where id = $1::bigint
       union
       select u.id from doomed d
         join api_gateway.oauth_apps a on a.user_id = d.id join api_gateway.users u on u.managed_by = a.id)
     select $1::bigint::float8 as "user",
            (select count(*)::int - 1 from doomed) as managed_users,
            ${count('ingestion_sync.connections')} as connections,
            ${count('ingestion_sync.financial_accounts')} as accounts,
            (select coalesce(sum(transactions), 0)::float8 from api_gateway.transaction_counts where ${OF_THEM}) as transactions,
            ${count('rule_engine.rules')} as rules,
            ${count('api_gateway.transfer_links')} as transfer_links,
            ${count('webhook_dispatcher.webhook_endpoints')} as webhook_endpoints,
            ${count('api_gateway.tokens')} as tokens,
            ${count('api_gateway.oauth_apps')} as apps
      where exists (select 1 from doomed)`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Requests the erasure of the user; repeating it has no effect.
 * @throws RequestFailed
 */
export function beginErasure({ request }: CommandContext, userId: number): Promise<string> {
  return request({ service: 'api-gateway', kind: 'erase-user', parameters: { userId } });
}

interface ErasureStatus {
  readonly user_ids: readonly number[];
  /** The services that have erased all users of the erasure. */
  readonly services: readonly ServiceName[];
  readonly erased_at: Date | null;
  readonly consents: number;
}

/** Returns the user of a running erasure by id, because the e-mail address is erased first. */
export async function erasedUserNamed(pool: Pool, word: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>(
    'select user_id::float8 as id from api_gateway.user_erasures where user_id::text = $1',
    [word.trim()],
  );
  return rows[0]?.id ?? null;
}

/**
 * Shows the progress until all five services have erased the user.
 * @throws RequestFailed if the erasure is unknown
 */
export async function followErasure(
  pool: Pool,
  userId: number,
  { say, lookEveryMs = 500 }: { readonly say: (line: string) => void; readonly lookEveryMs?: number },
): Promise<void> {
  for (let shown = ''; ;) {
    const status = await readStatus(pool, userId);
    if (!status) throw new RequestFailed(`there is no erasure of user ${userId}`);
    const progress = await readProgress(pool, status.user_ids);
    const line = lineOf(status, progress);
    if (line !== shown) say((shown = line));
    if (status.erased_at) {
      const rows = [...progress.values()].reduce((sum, { rows_erased: erased }) => sum + erased, 0);
      return say(`user ${userId} is erased: ${rows} rows in ${SERVICES.length} services`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function readStatus(pool: Pool, userId: number): Promise<ErasureStatus | undefined> {
  const { rows } = await pool.query<ErasureStatus>(
    `select e.user_ids::float8[] as user_ids, e.services, e.erased_at,
            (select count(*)::int from ingestion_sync.unwanted_consents c where c.user_id = any(e.user_ids)) as consents
       from api_gateway.user_erasures e where e.user_id = $1`,
    [userId],
  );
  return rows[0];
}

interface ServiceProgress {
  /** The number of users whose erasure the service has begun. */
  readonly begun: number;
  readonly rows_erased: number;
}

type Progress = ReadonlyMap<ServiceName, ServiceProgress>;

async function readProgress(pool: Pool, userIds: readonly number[]): Promise<Progress> {
  const { rows } = await pool.query<ServiceProgress & { service: ServiceName }>(
    SERVICES.map(
      (service) =>
        `select '${service}' as service, of_service.* from (${erasureProgress(schemaOf(service))}) as of_service`,
    ).join(' union all '),
    [userIds],
  );
  return new Map(rows.map(({ service, ...progress }) => [service, progress]));
}

function lineOf({ services, consents }: ErasureStatus, progress: Progress): string {
  const left = SERVICES.filter((service) => !services.includes(service)).map((service) => {
    const { begun = 0, rows_erased: rows = 0 } = progress.get(service) ?? {};
    return `${service} ${begun === 0 ? 'has not begun' : `${rows} rows so far`}`;
  });
  return [
    `${services.length} of ${SERVICES.length} services have erased`,
    ...left,
    ...(consents === 0 ? [] : [`${consents} consents are still to be ended at their institutions`]),
  ].join(', ');
}
