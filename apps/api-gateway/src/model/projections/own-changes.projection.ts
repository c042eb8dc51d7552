import { ShapedTransaction, TransactionChanges } from '@tributary/contracts';
import { withChangePositions } from '../change-positions';
import { ModelTx } from '../model-writes';
import { project } from './project';
import { settlementRows, SETTLEMENTS } from './settlements.projection';
import {
  overwriteTransactions,
  removeTransactions,
  transactionRows,
  TRANSACTIONS,
} from './transactions.projection';
import { shareUsers } from '../user-locks';

/** Lower than every version from the rules, so that their result replaces it. */
const BEFORE_THE_RULES = 0;

/**
 * Shows a client its own change before the rules have run. The version of a known transaction does not change, so that
 * the shaped one, which follows, is newer. A shaped one that came before the reply stays: it has the same raw
 * document, or a later one.
 */
export async function applyOwnChanges(tx: ModelTx, changes: TransactionChanges): Promise<void> {
  const { financialAccountId, userId } = changes;
  await shareUsers(tx, [userId]);
  const rows = transactionRows({
    financialAccountId,
    userId,
    cause: 'INGESTED',
    transactions: changes.upserted.map(
      ({ id, version, createdAt, updatedAt, document }): ShapedTransaction => ({
        id,
        shapedVersion: BEFORE_THE_RULES,
        rawVersion: version,
        removed: false,
        createdAt,
        updatedAt,
        raw: document,
        shaped: null,
        hash: '',
        outputs: [],
      }),
    ),
  });
  const removed = changes.removed.map(({ id }) => ({ user_id: userId, id }));
  const positioned = await withChangePositions<{ user_id: number; id: number }>(tx, [...rows, ...removed]);
  const upserted = positioned.slice(0, rows.length);
  await project(tx, TRANSACTIONS, upserted);
  await overwriteTransactions(tx, upserted);
  await removeTransactions(tx, positioned.slice(rows.length));
  tx.changes.note(
    'transactions',
    removed.map((row) => ({ ...row, account_id: financialAccountId })),
  );
  await project(
    tx,
    SETTLEMENTS,
    settlementRows({ financialAccountId, userId, settlements: changes.settlements }),
  );
}
