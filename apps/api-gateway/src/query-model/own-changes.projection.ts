import { ShapedTransaction, TransactionChanges } from '@tributary/contracts';
import { ModelTx } from './model-writes';
import { project } from './project';
import { settlementRows, SETTLEMENTS } from './settlements.projection';
import { transactionRows, TRANSACTIONS } from './transactions.projection';
import { shareUsers } from './user-locks';

/** Below every version from the rules, so that their result replaces it. */
const BEFORE_THE_RULES = 0;

/**
 * Shows a client its own change before the rules have run. A known transaction keeps its version, so that the shaped
 * one, which follows, is newer.
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
  await project(tx, TRANSACTIONS, rows);
  await tx.execute(OVERWRITE, [JSON.stringify(rows)]);
  await tx.execute('update transactions set removed = true where user_id = $1 and id = any($2::bigint[])', [
    userId,
    changes.removed.map(({ id }) => id),
  ]);
  await project(
    tx,
    SETTLEMENTS,
    settlementRows({ financialAccountId, userId, settlements: changes.settlements }),
  );
}

const KEPT = new Set([...TRANSACTIONS.key, 'account_id', 'shaped_version', 'created_at']);
const CHANGED = Object.keys(TRANSACTIONS.columns).filter((name) => !KEPT.has(name));
const OVERWRITE = `
  update transactions t set ${CHANGED.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_to_recordset($1::jsonb)
      as r(${Object.entries(TRANSACTIONS.columns)
        .map(([name, type]) => `${name} ${type}`)
        .join(', ')})
   where t.user_id = r.user_id and t.id = r.id`;
