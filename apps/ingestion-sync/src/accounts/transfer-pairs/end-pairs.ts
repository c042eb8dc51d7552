import { TransactionDocument, TransactionUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { markPublished } from './mark-published';
import { movePairs, transferPairEvents, TransferPairRow } from './stored-pairs';

interface PartnerRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: TransactionDocument;
}

/** Ends the pairs of transactions that are gone. The other transaction of a confirmed one is no transfer any more. */
export async function endPairs(tx: Tx, transactionIds: readonly number[]): Promise<OutgoingEvent[]> {
  if (transactionIds.length === 0) return [];
  return end(
    tx,
    await tx.query<TransferPairRow>(
      `select * from transfer_pairs
        where status in ('PROPOSED', 'CONFIRMED')
          and (outgoing_transaction_id = any($1::bigint[]) or incoming_transaction_id = any($1::bigint[]))
        order by id for update`,
      [transactionIds],
    ),
  );
}

/** Ends the pairs of accounts that are about to be deleted, which must be locked. */
export async function endPairsOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<OutgoingEvent[]> {
  return end(
    tx,
    await tx.query<TransferPairRow>(
      `select * from transfer_pairs
        where status in ('PROPOSED', 'CONFIRMED')
          and (outgoing_account_id = any($1::bigint[]) or incoming_account_id = any($1::bigint[]))
        order by id for update`,
      [accountIds],
    ),
    accountIds,
  );
}

async function end(
  tx: Tx,
  pairs: readonly TransferPairRow[],
  goneAccountIds: readonly number[] = [],
): Promise<OutgoingEvent[]> {
  if (pairs.length === 0) return [];
  const ended = await movePairs(
    tx,
    pairs.map(({ id }) => id),
    'ENDED',
  );
  const unmarked = pairs
    .filter(({ status }) => status === 'CONFIRMED')
    .flatMap((pair) => [pair.outgoing_transaction_id, pair.incoming_transaction_id]);
  return [...transferPairEvents(ended), ...(await publishAgain(tx, unmarked, goneAccountIds))];
}

async function publishAgain(
  tx: Tx,
  ids: readonly number[],
  goneAccountIds: readonly number[],
): Promise<OutgoingEvent[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<PartnerRow>(
    `update transactions t set version = t.version + 1, updated_at = now()
       from financial_accounts a
      where t.id = any($1::bigint[]) and t.state = 'LIVE' and a.id = t.account_id and a.id <> all($2::bigint[])
     returning t.id, t.account_id, a.user_id, t.version, t.created_at, t.updated_at, t.document`,
    [ids, goneAccountIds],
  );
  return (await markPublished(tx, rows)).map((row) =>
    event(TransactionUpsertedV1, row.account_id, {
      financialAccountId: row.account_id,
      userId: row.user_id,
      transactions: [
        {
          id: row.id,
          version: row.version,
          createdAt: row.created_at.toISOString(),
          updatedAt: row.updated_at.toISOString(),
          document: row.document,
        },
      ],
    }),
  );
}
