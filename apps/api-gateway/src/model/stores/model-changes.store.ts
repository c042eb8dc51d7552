import { Tx } from '@tributary/persistence';

/** The channel that wakes the readers of the table, beside the schema's name. */
export const CHANGES_CHANNEL = 'changes';

const INSERT = `with noted as (
    insert into model_changes (user_id, resource, ids, account_ids)
      select user_id, resource, ids, account_ids
        from jsonb_to_recordset($1::jsonb)
          as r(user_id bigint, resource text, ids bigint[], account_ids bigint[]))
  select pg_notify('${CHANGES_CHANNEL}_' || current_schema(), '')`;

/** A row of the table as it is written. */
export interface ModelChangeRow {
  readonly user_id: number | null;
  readonly resource: string | null;
  readonly ids: readonly number[] | null;
  readonly account_ids: readonly number[] | null;
}

/** Writes the changes, and wakes their readers at the commit. One statement. */
export async function insertChanges(tx: Tx, changes: readonly ModelChangeRow[]): Promise<void> {
  await tx.queryPrepared(INSERT, [JSON.stringify(changes)]);
}

export const OLD_CHANGES = { table: 'model_changes', since: 'created_at' };
