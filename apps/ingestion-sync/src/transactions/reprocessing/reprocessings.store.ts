import { EventPayload, ReprocessingUpsertedV1 } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { countOfProvider } from '../transactions.store';

export type ReprocessingPayload = EventPayload<typeof ReprocessingUpsertedV1>;

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

/** Returns a reprocessing of any of the accounts that has not ended, or null. */
export async function findOpenReprocessing(tx: Tx, accountIds: readonly number[]): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from reprocessings where finished_at is null and account_ids && $1::bigint[] limit 1',
    [accountIds],
  );
  return row?.id ?? null;
}

/** The result of a step. */
export interface ReprocessingStep {
  readonly done: number;
  readonly changed: number;
  readonly unreadable: number;
}

/** Saves the result of a step, in its transaction. */
export async function saveStep(tx: Tx, id: string, step: ReprocessingStep): Promise<void> {
  await tx.execute(
    `update reprocessings
        set status = 'RUNNING', version = version + 1, updated_at = now(),
            transactions_done = transactions_done + $2, transactions_changed = transactions_changed + $3,
            transactions_unreadable = transactions_unreadable + $4
      where id = $1`,
    [id, step.done, step.changed, step.unreadable],
  );
}

/** Ends it, well or (with an error) badly. */
export async function saveEnd(tx: Tx, id: string, error: string | null): Promise<void> {
  await tx.execute(
    `update reprocessings
        set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now()
      where id = $1`,
    [id, error === null ? 'DONE' : 'FAILED', error],
  );
}

interface AnnouncedRow extends Omit<ReprocessingPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ReprocessingPayload['document'], 'finished_at'>;
}

const REPROCESSING_SQL = `
  select id, version, user_id as "userId", created_at as "createdAt", updated_at as "updatedAt",
         finished_at as "finishedAt",
         json_build_object('status', status, 'financial_account_ids', account_ids,
           'transactions_total', transactions_total, 'transactions_done', transactions_done,
           'transactions_changed', transactions_changed,
           'transactions_unreadable', transactions_unreadable, 'error', error) as document
    from reprocessings`;

/** A reprocessing in its published form. */
export async function readReprocessing(
  database: Queryable,
  id: number | string,
): Promise<ReprocessingPayload | undefined> {
  const rows = await database.query<AnnouncedRow>(`${REPROCESSING_SQL} where id = $1`, [id]);
  return rows.map(toPayload)[0];
}

/** The queries of a replay: count the reprocessings, and read those above an id in their published form. */
export const ALL_REPROCESSINGS = {
  totalSql: 'select count(*) as count from reprocessings',
  rows: async (database: Queryable, after: number, limit: number): Promise<ReprocessingPayload[]> => {
    const rows = await database.query<AnnouncedRow>(
      `${REPROCESSING_SQL} where id > $1 order by id limit $2`,
      [after, limit],
    );
    return rows.map(toPayload);
  },
} as const;

function toPayload({
  createdAt,
  updatedAt,
  finishedAt,
  document,
  ...members
}: AnnouncedRow): ReprocessingPayload {
  return {
    ...members,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    document: { ...document, finished_at: finishedAt?.toISOString() ?? null },
  };
}

export const REPROCESSINGS_TABLE: UserTable = {
  table: 'reprocessings',
  of: 't.user_id = $1',
  handedOver: { kind: 'reprocessings' },
};
