import { TransactionUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { markPublished } from './mark-published';
import { lockPairsOf, lockPairsOfAccounts, movePairs, TransferPairRow } from './transfer-pairs.store';
import { transferPairEvents } from './transfer-pair-events';
import { raiseVersionsBut } from '../transactions.store';

/** Ends the pairs of removed transactions. The other transaction of a confirmed pair is no longer a transfer. */
export async function endPairs(tx: Tx, transactionIds: readonly number[]): Promise<OutgoingEvent[]> {
  if (transactionIds.length === 0) return [];
  return end(tx, await lockPairsOf(tx, transactionIds));
}

/** Ends the pairs of accounts that are about to be deleted, which must be locked. */
export async function endPairsOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<OutgoingEvent[]> {
  return end(tx, await lockPairsOfAccounts(tx, accountIds), accountIds);
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
  const rows = await raiseVersionsBut(tx, ids, goneAccountIds);
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
