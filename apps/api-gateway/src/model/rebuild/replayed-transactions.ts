import { TransactionShapedV1 } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { reservationSql } from '../change-positions';
import { ModelTx } from '../model-writes';
import { project, Projection } from '../projections/project';
import { TRANSACTIONS, transactionRows } from '../projections/transactions.projection';

/** Of a row that differs from the present model's: the swap gives it a position later than all that were read before. */
const NOT_YET = 'infinity';

/**
 * Fills the next model: a row that is the same in the present one keeps its position, so that a rebuild is no change to who
 * follows changes.
 */
export const replayTransactions: Projection<typeof TransactionShapedV1> = async (tx, events) => {
  const rows = events.flatMap(({ payload }) => transactionRows(payload));
  const positions = await presentPositions(tx, rows);
  await project(
    tx,
    TRANSACTIONS,
    rows.map((row) => ({ ...row, changed_at: positions.get(`${row.user_id}/${row.id}`) ?? NOT_YET })),
  );
};

interface Positioned {
  readonly user_id: number;
  readonly id: number;
  readonly changed_at: string;
}

/** Of the rows that are in the present model just as they are replayed. The search path names the next model first. */
async function presentPositions(tx: ModelTx, rows: readonly object[]): Promise<Map<string, string>> {
  const [present] = await tx.query<{ schema: string }>(
    'select quote_ident((current_schemas(false))[2]) as schema',
  );
  if (!present) throw new Error('the search path names no present model');
  const found = await tx.query<Positioned>(presentSql(present.schema), [JSON.stringify(rows)]);
  return new Map(found.map(({ user_id, id, changed_at }) => [`${user_id}/${id}`, changed_at]));
}

function presentSql(schema: string): string {
  const compared = Object.entries(TRANSACTIONS.columns).filter(([name]) => name !== 'changed_at');
  const of = (alias: string) => compared.map(([name]) => `${alias}.${name}`).join(', ');
  return `select t.user_id, t.id, t.changed_at::text as changed_at
    from jsonb_to_recordset($1::jsonb) as r(${compared.map(([name, type]) => `${name} ${type}`).join(', ')})
    join ${schema}.transactions t on t.user_id = r.user_id and t.id = r.id
   where (${of('t')}) is not distinct from (${of('r')})`;
}

/** Gives rows of the next model that lack a position theirs. No one writes meanwhile. */
export async function positionReplayed(tx: Tx, next: string): Promise<void> {
  const counts = 'select user_id, count(*) as reserved from late group by user_id';
  await tx.execute(
    `with late as materialized (
       select user_id, id, row_number() over (partition by user_id order by id) as number
         from ${next}.transactions where changed_at = '${NOT_YET}'),
     clocks as (
       ${reservationSql(counts)} returning user_id, reserved_until - reserved * interval '1 microsecond' as before)
     update ${next}.transactions t set changed_at = clocks.before + late.number * interval '1 microsecond'
       from late join clocks on clocks.user_id = late.user_id
      where t.user_id = late.user_id and t.id = late.id`,
    [],
  );
}
