import { reachFaultPoint } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { recordReset } from '../model-changes';
import { QUERY_MODEL_TABLES } from '../tables';
import { nextSchemaOf } from './next-model';
import { holdModel } from './rebuilds';
import { endRebuild, findRebuild } from './rebuilds.store';
import { positionReplayed } from '../projections/transactions.projection';

/** Maximum wait of readers that come during a swap. After that the readers proceed, and the swap is tried again. */
const READERS_WAIT_MS_MAX = 200;
const WRITERS_WAIT_MS_MAX = 10_000;

/**
 * Replaces the current tables by the filled ones, in one transaction: a statement reads one model or the other. The
 * names stay the same, so readers and writers continue. @throws if others lock the tables for longer: retry
 */
export async function swapModels(database: Database, rebuildId: number): Promise<void> {
  const { schema } = database.options;
  const next = nextSchemaOf(schema);
  const isSwapped = await database.transaction(async (tx) => {
    await waitAtMost(tx, WRITERS_WAIT_MS_MAX);
    await holdModel(tx);
    const rebuild = await findRebuild(tx);
    if (rebuild?.id !== rebuildId || rebuild.isOutdated) return false;
    await positionReplayed(tx, next);
    await holdTables(tx, schema);
    for (const table of QUERY_MODEL_TABLES) {
      await tx.execute(`drop table ${schema}.${table}`);
      await tx.execute(`alter table ${next}.${table} set schema ${schema}`);
      await tx.execute(`alter table ${schema}.${table} reset (autovacuum_enabled)`);
    }
    await recordReset(tx);
    await endRebuild(tx, rebuildId, { state: 'DONE', outcome: 'the query model was rebuilt' });
    reachFaultPoint('model.swapping');
    return true;
  });
  if (isSwapped) reachFaultPoint('model.swapped');
}

async function holdTables(tx: Tx, schema: string): Promise<void> {
  await waitAtMost(tx, READERS_WAIT_MS_MAX);
  const tables = QUERY_MODEL_TABLES.map((table) => `${schema}.${table}`).join(', ');
  await tx.execute(`lock table ${tables} in access exclusive mode`);
}

async function waitAtMost(tx: Tx, ms: number): Promise<void> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${ms}ms`]);
}
