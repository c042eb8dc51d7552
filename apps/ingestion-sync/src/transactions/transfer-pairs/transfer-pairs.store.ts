import { TransferExchange, TransferPairDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { accountsOfUser, joinAccounts } from '../../accounts/accounts.store';
import { bookedBetween, joinTransaction } from '../transactions.store';
import { lastRate } from '../../providers/exchange-rates/exchange-rates.store';
import { FoundExchange, OpenProposal, PairCandidate } from './find-pairs';
import { FoundPair } from './judge-exchange';

export interface TransferPairRow {
  readonly id: number;
  readonly user_id: number;
  readonly version: number;
  readonly status: TransferPairDocument['status'];
  readonly origin: TransferPairDocument['origin'];
  readonly outgoing_transaction_id: number;
  readonly outgoing_account_id: number;
  readonly outgoing_day: string;
  readonly incoming_transaction_id: number;
  readonly incoming_account_id: number;
  readonly incoming_day: string;
  readonly amount: string;
  readonly currency: string;
  /** Null within one currency. */
  readonly exchange: TransferExchange | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Serializes proposals and decisions on a user's pairs. */
export async function lockPairs(tx: Tx, userId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('transfer-pairs:' || $1, 0))`, [userId]);
}

export async function findPair(tx: Tx, id: number): Promise<TransferPairRow | undefined> {
  const [pair] = await tx.query<TransferPairRow>('select * from transfer_pairs where id = $1', [id]);
  return pair;
}

/** Locks and returns the proposed and confirmed pairs of the transactions. */
export function lockPairsOf(tx: Tx, transactionIds: readonly number[]): Promise<TransferPairRow[]> {
  return tx.query<TransferPairRow>(
    `select * from transfer_pairs
      where status in ('PROPOSED', 'CONFIRMED')
        and (outgoing_transaction_id = any($1::bigint[]) or incoming_transaction_id = any($1::bigint[]))
      order by id for update`,
    [transactionIds],
  );
}

/** Locks the pairs of accounts. */
export function lockPairsOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<TransferPairRow[]> {
  return tx.query<TransferPairRow>(
    `select * from transfer_pairs
      where status in ('PROPOSED', 'CONFIRMED')
        and (outgoing_account_id = any($1::bigint[]) or incoming_account_id = any($1::bigint[]))
      order by id for update`,
    [accountIds],
  );
}

/** Returns other proposed and confirmed pairs of the two transactions. */
export function otherPairsOf(tx: Tx, outgoingId: number, incomingId: number): Promise<TransferPairRow[]> {
  return tx.query<TransferPairRow>(
    `select * from transfer_pairs
      where status in ('PROPOSED', 'CONFIRMED') and (outgoing_transaction_id, incoming_transaction_id) <> ($1, $2)
        and (outgoing_transaction_id in ($1, $2) or incoming_transaction_id in ($1, $2))
      order by id`,
    [outgoingId, incomingId],
  );
}

/**
 * Stores pairs of two transactions, with their current content. An existing pair is updated; a rejected one stays
 * rejected unless the user changes that.
 */
export function savePairs(
  tx: Tx,
  pairs: readonly Pick<PairCandidate, 'outgoingId' | 'incomingId' | 'exchange'>[],
  { status, origin }: Pick<TransferPairRow, 'status' | 'origin'>,
): Promise<TransferPairRow[]> {
  return tx.query<TransferPairRow>(
    `insert into transfer_pairs as p (user_id, status, origin, outgoing_transaction_id, outgoing_account_id, outgoing_day,
                                      incoming_transaction_id, incoming_account_id, incoming_day, amount, currency, exchange)
     select a.user_id, $3::text, $4::text, o.id, o.account_id, coalesce(o.day, o.created_at::date), i.id, i.account_id,
            coalesce(i.day, i.created_at::date), i.document->>'amount', i.document->>'currency',
            case when o.document->>'currency' <> i.document->>'currency' then r.exchange::jsonb || jsonb_build_object(
              'outgoing_amount', o.document->>'amount', 'outgoing_currency', o.document->>'currency') end
       from unnest($1::bigint[], $2::bigint[], $5::text[]) as r(outgoing_id, incoming_id, exchange)
       ${joinTransaction('o', 'r.outgoing_id')}
       ${joinTransaction('i', 'r.incoming_id')}
       ${joinAccounts('o')}
      order by o.id
     on conflict (outgoing_transaction_id, incoming_transaction_id) do update
        set status = excluded.status, outgoing_day = excluded.outgoing_day, incoming_day = excluded.incoming_day,
            amount = excluded.amount, currency = excluded.currency, exchange = excluded.exchange,
            version = p.version + 1, updated_at = now()
      where p.status = 'ENDED' or excluded.status = 'CONFIRMED'
     returning *`,
    [
      pairs.map(({ outgoingId }) => outgoingId),
      pairs.map(({ incomingId }) => incomingId),
      status,
      origin,
      pairs.map(({ exchange }) => JSON.stringify(exchange)),
    ],
  );
}

/** Replaces the evidence of proposals. */
export async function reviseExchanges(
  tx: Tx,
  revised: readonly { readonly pairId: number; readonly exchange: FoundExchange }[],
): Promise<TransferPairRow[]> {
  if (revised.length === 0) return [];
  return tx.query<TransferPairRow>(
    `update transfer_pairs p set exchange = p.exchange || r.exchange::jsonb, version = version + 1, updated_at = now()
       from unnest($1::bigint[], $2::text[]) as r(id, exchange) where p.id = r.id and p.status = 'PROPOSED'
     returning p.*`,
    [revised.map(({ pairId }) => pairId), revised.map(({ exchange }) => JSON.stringify(exchange))],
  );
}

/** Moves pairs to another status. */
export async function movePairs(
  tx: Tx,
  ids: readonly number[],
  status: TransferPairRow['status'],
): Promise<TransferPairRow[]> {
  if (ids.length === 0) return [];
  return tx.query<TransferPairRow>(
    `update transfer_pairs set status = $2, version = version + 1, updated_at = now()
      where id = any($1::bigint[]) returning *`,
    [ids, status],
  );
}

/** A month, with some days around it, in which a user's transactions are searched for transfers. */
export interface SearchedMonth {
  readonly userId: number;
  /** The first day of the month. */
  readonly month: string;
  readonly days: number;
}

const FROM = `($2::date - $3::int)`;
const TO = `(($2::date + interval '1 month')::date - 1 + $3::int)`;

const NOT_REJECTED = `not exists (select from transfer_pairs p
                      where p.outgoing_transaction_id = o.id and p.incoming_transaction_id = i.id
                        and p.status = 'REJECTED')`;

/**
 * Rows are read by account and day and grouped by amount, so the work grows with the rows. A join of the two sides was
 * planned as a loop over all pairs of a currency: 490 to 730 ms a search of 1,229 accounts, 58 to 88 s in a first sync of
 * 49,102 transactions. Grouped, a search takes 42 to 60 ms (beside other work).
 */
const EQUAL = `
  equal as materialized (
    select array_agg(id) filter (where amount < 0) as out_ids, array_agg(id) filter (where amount > 0) as in_ids,
           array_agg(account_id) filter (where amount < 0) as out_accounts,
           array_agg(account_id) filter (where amount > 0) as in_accounts,
           array_agg(day) filter (where amount < 0) as out_days, array_agg(day) filter (where amount > 0) as in_days
      from free
     where equal_before <= $5
     group by currency, abs(amount)
    having bool_or(amount < 0) and bool_or(amount > 0)
  ), of_one_currency as (
    select o.id as "outgoingId", i.id as "incomingId", abs(i.day - o.day) as days, null::json as exchanged
      from equal, unnest(out_ids, out_accounts, out_days) as o(id, account_id, day),
           unnest(in_ids, in_accounts, in_days) as i(id, account_id, day)
     where i.account_id <> o.account_id and abs(i.day - o.day) <= $3::int and ${NOT_REJECTED}
     order by days, o.id, i.id limit $4
  )`;

/** How far amounts may be from the day rate: the bank's margin, a fee, and the day's own movement. */
const MARGIN = 0.04;
/** Amounts of a bucket and its neighbours differ by this share at least, which is more than the margin. */
const BUCKET = 0.05;

const sideOf = (transaction: string, side: string): string => `json_build_object('currency', ${side}_currency,
  'amount', ${transaction}.document->>'amount', 'exchange', ${transaction}.document->'currency_exchange')`;

/**
 * Amounts are valued in euros by the rate of their day and sorted into buckets, so that a row meets only rows of near
 * days and near values, grouped as above. Without a second currency or without rates, nothing is valued.
 */
const EXCHANGED = `
  quoted as materialized (
    select q.currency, q.day, r.rate from (select distinct currency, day from free) q, ${lastRate('q.currency', 'q.day')}
     where r.rate is not null and (select count(distinct currency) from free) > 1
  ), valued as materialized (
    select v.*, row_number() over (partition by v.currency, v.amount > 0, v.day, v.bucket order by v.id) as near_before
      from (select f.id, f.account_id, f.day, f.amount, f.currency, abs(f.amount) / q.rate as euros,
                   floor(ln((abs(f.amount) / q.rate)::float8) / ${BUCKET})::int as bucket
              from free f join quoted q on q.currency = f.currency and q.day = f.day
             where f.amount <> 0 and f.equal_before <= $5) v
  ), meeting as materialized (
    select ${['id', 'account_id', 'day', 'currency', 'euros']
      .map(
        (column) => `array_agg(${column}) filter (where is_out) as out_${column},
           array_agg(${column}) filter (where not is_out) as in_${column}`,
      )
      .join(', ')}
      from (select v.*, true as is_out, v.day + shift as near_day, v.bucket + step as near_bucket
              from valued v, generate_series(-$3::int, $3::int) as shift, generate_series(-1, 1) as step
             where v.amount < 0 and v.near_before <= $5
            union all
            select v.*, false, v.day, v.bucket from valued v where v.amount > 0 and v.near_before <= $5) k
     group by near_day, near_bucket
    having bool_or(is_out) and not bool_and(is_out)
  ), near as (
    select o.id as out_id, i.id as in_id, abs(i.day - o.day) as days, o.currency as out_currency,
           i.currency as in_currency, round((i.euros / o.euros - 1) * 100, 2)::text as difference
      from meeting, unnest(out_id, out_account_id, out_day, out_currency, out_euros) as o(id, account_id, day, currency, euros),
           unnest(in_id, in_account_id, in_day, in_currency, in_euros) as i(id, account_id, day, currency, euros)
     where i.currency <> o.currency and i.account_id <> o.account_id
       and i.euros between o.euros * ${1 - MARGIN} and o.euros * ${1 + MARGIN} and ${NOT_REJECTED}
     order by days, o.id, i.id limit $4
  ), of_two_currencies as (
    select out_id as "outgoingId", in_id as "incomingId", days,
           json_build_object('differencePercent', difference, 'outgoing', ${sideOf('sent', 'out')},
                             'incoming', ${sideOf('got', 'in')}) as exchanged
      from near ${joinTransaction('sent', 'out_id')} ${joinTransaction('got', 'in_id')}
  )`;

const CANDIDATES = `
  with side as materialized (
    select t.* from ${accountsOfUser('$1')}, lateral (${bookedBetween('a.id', FROM, TO)} offset 0) t
  ), free as materialized (
    select s.*, row_number() over (partition by s.currency, s.amount, s.day order by s.id) as equal_before
      from side s
     where not exists (select from transfer_pairs p where p.outgoing_transaction_id = s.id and p.status = 'CONFIRMED')
       and not exists (select from transfer_pairs p where p.incoming_transaction_id = s.id and p.status = 'CONFIRMED')
  ), ${EQUAL}, ${EXCHANGED}
  select * from of_one_currency union all select * from of_two_currencies`;

/**
 * Transactions that may be transfers, the nearest days first: of one currency, then of two.
 * @param limits how many candidates at most, and how many rows with one amount on one day
 */
export function findCandidates(
  tx: Tx,
  { userId, month, days }: SearchedMonth,
  limits: { readonly candidates: number; readonly equalADay: number },
): Promise<FoundPair[]> {
  return tx.query<FoundPair>(CANDIDATES, [userId, month, days, limits.candidates, limits.equalADay]);
}

/** Returns proposals with a side in the month or around it. */
export function openProposals(tx: Tx, { userId, month, days }: SearchedMonth): Promise<OpenProposal[]> {
  return tx.query<OpenProposal>(
    `select id as "pairId", outgoing_transaction_id as "outgoingId", incoming_transaction_id as "incomingId",
            abs(incoming_day - outgoing_day) as days, exchange,
            outgoing_day between ${FROM} and ${TO} and incoming_day between ${FROM} and ${TO} as "isSearched"
       from transfer_pairs
      where user_id = $1 and status = 'PROPOSED'
        and (outgoing_day between ${FROM} and ${TO} or incoming_day between ${FROM} and ${TO})`,
    [userId, month, days],
  );
}

/** All pairs, for a replay. */
export const ALL_TRANSFER_PAIRS = {
  totalSql: 'select count(*) as count from transfer_pairs',
  nextRowsQuery: 'select * from transfer_pairs where id > $1 order by id limit $2',
} as const;

export const TRANSFER_PAIRS_TABLE: UserTable = {
  table: 'transfer_pairs',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'transfer_pairs' },
};
