import { msUntil, Queryable, Tx } from '@tributary/persistence';
import { DayRates } from './read-rates';

/** The rates of a day as they are stored. */
export interface RateDay {
  readonly id: number;
  readonly day: string;
  readonly source: 'ECB';
  readonly version: number;
  readonly rates: Readonly<Record<string, string>>;
  readonly updated_at: Date;
}

const COLUMNS = 'id, day, source, version, rates, updated_at';
/** Former rates of a day that are recorded; a feed that changes its mind at each reading must not fill the disk. */
const CORRECTIONS_MAX = 10;

/**
 * Stores days. The latest publication of a rate replaces an earlier one, which is recorded; a currency that a later
 * publication leaves out keeps its rate. @returns the days that are new or changed, in order
 */
export async function saveDays(
  tx: Tx,
  source: RateDay['source'],
  days: readonly DayRates[],
): Promise<RateDay[]> {
  return tx.query<RateDay>(
    `with given as (
       select * from jsonb_to_recordset($2::jsonb) as g(day date, rates jsonb)
     ), stored as (
       select e.* from exchange_rate_days e join given g on g.day = e.day where e.rates <> e.rates || g.rates
     ), recorded as (
       insert into exchange_rate_corrections (day, version, rates) select day, version, rates from stored
     ), forgotten as (
       delete from exchange_rate_corrections c using stored s
        where c.day = s.day and c.version <= s.version - ${CORRECTIONS_MAX}
     )
     insert into exchange_rate_days as e (day, source, rates)
     select day, $1, rates from given order by day
     on conflict (day) do update
        set rates = e.rates || excluded.rates, source = excluded.source, version = e.version + 1, updated_at = now()
      where e.rates <> e.rates || excluded.rates
     returning ${COLUMNS}`,
    [source, JSON.stringify(days)],
  );
}

/** The newest stored day; null: none is stored. */
export async function newestDay(database: Queryable): Promise<string | null> {
  const [newest] = await database.query<{ day: string | null }>(
    'select max(day) as day from exchange_rate_days',
  );
  return newest?.day ?? null;
}

/** Claims the feed if it is due, until the next attempt. */
export async function claimFeed(
  database: Queryable,
  source: RateDay['source'],
  retryMinutes: number,
): Promise<boolean> {
  await database.execute('insert into exchange_rate_feeds (source) values ($1) on conflict do nothing', [
    source,
  ]);
  const claimed = await database.execute(
    `update exchange_rate_feeds set next_read_at = now() + make_interval(mins => $2)
      where source = $1 and next_read_at <= now()`,
    [source, retryMinutes],
  );
  return claimed > 0;
}

/** Records that the feed was read, and when it is due again. */
export async function saveFeedRead(tx: Tx, source: RateDay['source'], hours: number): Promise<void> {
  await tx.execute(
    `update exchange_rate_feeds set read_at = now(), next_read_at = now() + make_interval(hours => $2)
      where source = $1`,
    [source, hours],
  );
}

export async function feedDueInMs(database: Queryable): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(next_read_at)')} as in_ms from exchange_rate_feeds`,
  );
  return next?.in_ms ?? null;
}

/** A day without a rate uses the last one of these days before it, as in the gateway's figures. */
const RATE_DAYS_MAX = 7;

/** SQL: the newest rate `r (rate)` of a currency up to a day; none if it is too old. One euro is 1 of EUR. */
export const lastRate = (currency: string, day: string): string => `lateral (
    select case when ${currency} = 'EUR' then 1 else (
      select (e.rates ->> ${currency})::numeric from exchange_rate_days e
       where e.day between ${day} - ${RATE_DAYS_MAX} and ${day} and e.rates ? ${currency}
       order by e.day desc limit 1) end as rate) r`;

/** All days, for a replay. */
export const ALL_RATE_DAYS = {
  totalSql: 'select count(*) as count from exchange_rate_days',
  nextRowsQuery: `select ${COLUMNS} from exchange_rate_days where id > $1 order by id limit $2`,
} as const;
