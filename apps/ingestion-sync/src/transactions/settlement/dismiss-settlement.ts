import { Caller, CommandPayload, DismissSettlement, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { publishChanges } from '../by-hand/publish-changes';
import { lockOwnSettlement, moveSettlement } from './own-settlement';

/** Takes a pair off the review list: they stay two. @throws Problem */
export async function dismissSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: CommandPayload<typeof DismissSettlement>,
): Promise<TransactionChanges> {
  const { account, settlement } = await lockOwnSettlement(tx, caller, settlementId);
  if (settlement.status !== 'OPEN') throw Problem.conflict('Only an open review can be dismissed.');
  return publishChanges(tx, account, { settlements: await moveSettlement(tx, settlement, 'DISMISSED') });
}
