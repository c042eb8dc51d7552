import { ReprocessingDocument, ReprocessingUpsertedV1 } from '@tributary/contracts';
import { TrackedTable } from '@tributary/jobs';
import { event } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
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

/** Progress of a reprocessing. */
export interface ReprocessingProgress {
  readonly id: number;
  readonly status: ReprocessingDocument['status'];
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly unreadable: number;
  readonly error: string | null;
}

/** Progress of these reprocessings, in the order of their ids. */
export function readProgress(database: Queryable, ids: readonly number[]): Promise<ReprocessingProgress[]> {
  return database.query<ReprocessingProgress>(
    `select id, status, transactions_total as total, transactions_done as done, transactions_changed as changed,
            transactions_unreadable as unreadable, error
       from reprocessings where id = any($1::bigint[]) order by id`,
    [ids],
  );
}

export const REPROCESSINGS_TABLE: UserTable = {
  table: 'reprocessings',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'reprocessings' },
};
