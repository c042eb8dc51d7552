import {
  Problem,
  ReprocessingUpsertedV1,
  Caller,
  CommandPayload,
  CommandResult,
  ReprocessTransactions,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { Providers } from '../../providers/providers';
import {
  findOpenReprocessing,
  insertReprocessing,
  readReprocessing,
  ReprocessingPayload,
  saveEnd,
} from './reprocessings.store';

/** Kind of the jobs that read stored rows again. */
export const REPROCESSINGS = 'reprocessings';

/** The accounts whose stored rows are read again, in this order. */
export interface Reprocessing {
  readonly accountIds: readonly number[];
}

/**
 * Begins a reprocessing: leaves its job, and publishes it. The caller holds the accounts' locks.
 * @throws Problem (conflict) where one is open for any of the accounts
 */
export async function beginReprocessing(
  tx: Tx,
  userId: number,
  accountIds: readonly number[],
): Promise<ReprocessingPayload> {
  const open = await findOpenReprocessing(tx, accountIds);
  if (open !== null) {
    throw Problem.conflict(`Reprocessing ${open} of these accounts is not finished; wait until it is.`);
  }
  const id = await insertReprocessing(tx, userId, accountIds);
  await enqueueJobs(tx, REPROCESSINGS, [{ key: id, userId, payload: { accountIds } }]);
  return announceReprocessing(tx, id);
}

/** Ends it, well or (with an error) badly, and publishes it. */
export async function finishReprocessing(tx: Tx, id: string, error: string | null = null): Promise<void> {
  await saveEnd(tx, id, error);
  await announceReprocessing(tx, id);
}

/** Publishes it as it is now. */
export async function announceReprocessing(tx: Tx, id: number | string): Promise<ReprocessingPayload> {
  const payload = await readReprocessing(tx, id);
  if (!payload) throw new Error(`reprocessing ${id} is not there`);
  await appendToOutbox(tx, [event(ReprocessingUpsertedV1, payload.id, payload)]);
  return payload;
}

/**
 * Creates a job that reads the stored rows of the chosen accounts again.
 * @throws Problem
 */
export async function reprocessTransactions(
  tx: Tx,
  providers: Providers,
  caller: Caller,
  payload: CommandPayload<typeof ReprocessTransactions>,
): Promise<CommandResult<typeof ReprocessTransactions>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  for (const { provider } of accounts) if (provider !== 'MANUAL') providers.require(provider);
  return beginReprocessing(
    tx,
    caller.userId,
    accounts.map(({ id }) => id),
  );
}
