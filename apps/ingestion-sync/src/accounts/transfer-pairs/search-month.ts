import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { OpenProposal, PairCandidate, pairs } from './find-pairs';
import { lockPairs, movePairs, savePairs, transferPairEvents } from './stored-pairs';

/** A transfer is booked on both sides within so many days. */
export const TRANSFER_DAYS_MAX = 5;
/** Of one month: a user would not decide on more, and equal amounts multiply. */
const CANDIDATES_MAX = 5000;
/** Of rows with one amount on one day, in or out: more would multiply, and the user pairs them by hand. */
const EQUAL_A_DAY_MAX = 5;

/** Proposes the transfers between a user's accounts in one month and a few days around it. Takes the requests with it that were left before. */
export async function searchMonth(tx: Tx, userId: number, month: string): Promise<void> {
  await lockPairs(tx, userId);
  await tx.execute('delete from transfer_search_requests where user_id = $1 and month = $2', [userId, month]);
  const found = await tx.query<PairCandidate>(CANDIDATES, [
    userId,
    month,
    TRANSFER_DAYS_MAX,
    CANDIDATES_MAX,
    EQUAL_A_DAY_MAX,
  ]);
  const open = await tx.query<OpenProposal>(OPEN, [userId, month, TRANSFER_DAYS_MAX]);
  const { proposed, ended } = pairs(found, open);
  const endedRows = await movePairs(tx, ended, 'ENDED');
  const proposedRows =
    proposed.length === 0 ? [] : await savePairs(tx, proposed, { status: 'PROPOSED', origin: 'MATCHED' });
  await appendToOutbox(tx, transferPairEvents([...endedRows, ...proposedRows]));
}

const FROM = `($2::date - $3::int)`;
const TO = `(($2::date + interval '1 month')::date - 1 + $3::int)`;

/**
 * Rows are read by account and day and grouped by amount, so the work grows with the rows. A join of the two sides was
 * planned as a loop over all pairs of a currency: 490 to 730 ms a search of 1,229 accounts, 58 to 88 s in a first sync of
 * 49,102 transactions. Grouped, a search takes 42 to 60 ms (beside other work).
 */
const CANDIDATES = `
  with side as materialized (
    select t.* from financial_accounts a, lateral (
      select t.id, t.account_id, t.day, (t.document->>'amount')::numeric as amount, t.document->>'currency' as currency
        from transactions t
       where t.account_id = a.id and t.day between ${FROM} and ${TO} and t.state = 'LIVE' and t.booked
         and t.split is null and not t.under_review offset 0) t
     where a.user_id = $1
  ), free as materialized (
    select s.*, row_number() over (partition by s.currency, s.amount, s.day order by s.id) as equal_before
      from side s
     where not exists (select from transfer_pairs p where p.outgoing_transaction_id = s.id and p.status = 'CONFIRMED')
       and not exists (select from transfer_pairs p where p.incoming_transaction_id = s.id and p.status = 'CONFIRMED')
  ), equal as materialized (
    select array_agg(id) filter (where amount < 0) as out_ids, array_agg(id) filter (where amount > 0) as in_ids,
           array_agg(account_id) filter (where amount < 0) as out_accounts,
           array_agg(account_id) filter (where amount > 0) as in_accounts,
           array_agg(day) filter (where amount < 0) as out_days, array_agg(day) filter (where amount > 0) as in_days
      from free
     where equal_before <= $5
     group by currency, abs(amount)
    having bool_or(amount < 0) and bool_or(amount > 0)
  )
  select o.id as "outgoingId", i.id as "incomingId", abs(i.day - o.day) as days
    from equal, unnest(out_ids, out_accounts, out_days) as o(id, account_id, day),
         unnest(in_ids, in_accounts, in_days) as i(id, account_id, day)
   where i.account_id <> o.account_id and abs(i.day - o.day) <= $3::int
     and not exists (select from transfer_pairs p
                      where p.outgoing_transaction_id = o.id and p.incoming_transaction_id = i.id
                        and p.status = 'REJECTED')
   order by days, o.id, i.id limit $4`;

const OPEN = `
  select id as "pairId", outgoing_transaction_id as "outgoingId", incoming_transaction_id as "incomingId",
         abs(incoming_day - outgoing_day) as days,
         outgoing_day between ${FROM} and ${TO} and incoming_day between ${FROM} and ${TO} as "isSearched"
    from transfer_pairs
   where user_id = $1 and status = 'PROPOSED'
     and (outgoing_day between ${FROM} and ${TO} or incoming_day between ${FROM} and ${TO})`;
