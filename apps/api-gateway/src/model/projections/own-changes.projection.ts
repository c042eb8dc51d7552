import { ShapedTransaction, TransactionChanges } from '@tributary/contracts';
import { withChangePositions } from '../change-positions';
import { ModelTx } from '../model-writes';
import { project } from './project';
import { settlementRows, SETTLEMENTS } from './settlements.projection';
import { transactionRows, TRANSACTIONS } from './transactions.projection';
import { shareUsers } from '../user-locks';

/** Below every version from the rules, so that their result replaces it. */
const BEFORE_THE_RULES = 0;

/**
 * Shows a client its own change before the rules have run. A known transaction keeps its version, so that the shaped
 * one, which follows, is newer. Where the shaped one was faster than the answer, it stays: it has the same raw document, or
 * a later one.
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
  await tx.execute(OVERWRITE, [JSON.stringify(upserted)]);
  await tx.execute(REMOVE, [JSON.stringify(positioned.slice(rows.length))]);
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

const KEPT = new Set([...TRANSACTIONS.key, 'account_id', 'shaped_version', 'created_at']);
const CHANGED = Object.keys(TRANSACTIONS.columns).filter((name) => !KEPT.has(name));
const OVERWRITE = `
  update transactions t set ${CHANGED.map((name) => `${name} = r.${name}`).join(', ')}
    from jsonb_to_recordset($1::jsonb)
      as r(${Object.entries(TRANSACTIONS.columns)
        .map(([name, type]) => `${name} ${type}`)
        .join(', ')})
   where t.user_id = r.user_id and t.id = r.id and t.updated_at <= r.updated_at
     and (t.raw is distinct from r.raw or t.removed is distinct from r.removed)`;
const REMOVE = `
  update transactions t set removed = true, changed_at = r.changed_at
    from jsonb_to_recordset($1::jsonb) as r(user_id bigint, id bigint, changed_at timestamptz)
   where t.user_id = r.user_id and t.id = r.id`;
