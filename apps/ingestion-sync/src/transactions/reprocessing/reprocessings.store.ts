import { ReprocessingDocument, ReprocessingUpsertedV1 } from '@tributary/contracts';
import { TrackedTable } from '@tributary/jobs';
import { event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { countOfProvider } from '../transactions.store';

export const REPROCESSINGS: TrackedTable<ReprocessingDocument> = {
  table: 'reprocessings',
  members: `'status', status, 'financial_account_ids', account_ids,
            'transactions_total', transactions_total, 'transactions_done', transactions_done,
            'transactions_changed', transactions_changed,
            'transactions_unreadable', transactions_unreadable, 'error', error`,
  toEvent: (payload) => event(ReprocessingUpsertedV1, payload.id, payload),
};

/** SQL: the reprocessing reads any of the accounts `$1`. */
export const READS_ANY_OF = 'account_ids && $1::bigint[]';

/** @returns its id */
export async function insertReprocessing(
  tx: Tx,
  userId: number,
  accountIds: readonly number[],
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into reprocessings (user_id, account_ids, transactions_total)
     select $1, $2, ${countOfProvider('$2')}
     returning id`,
    [userId, accountIds],
  );
  return row?.id ?? 0;
}

export const REPROCESSINGS_TABLE: UserTable = {
  table: 'reprocessings',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'reprocessings' },
};
