import { createRows } from './create-rows';
import { deleteRows } from './delete-rows';
import { DueTransfer } from './due-transfer';
import { endsTurn, Sending } from './sending';
import { Outcome } from './attempt-result';
import { updateRows } from './update-rows';

/** Carries transfers of one unit out and says the result of each, in the order of the transfers. */
export async function sendTransfers(sending: Sending, transfers: readonly DueTransfer[]): Promise<Outcome[]> {
  const of = (operation: DueTransfer['operation']) => transfers.filter((one) => one.operation === operation);
  const outcomes = new Map<DueTransfer, Outcome>();
  const work = [
    [of('CREATE'), createRows],
    [of('UPDATE'), updateRows],
    [of('DELETE'), deleteRows],
  ] as const;
  for (const [part, send] of work) {
    if (part.length === 0) continue;
    if ([...outcomes.values()].some(endsTurn)) break; // the rest waits for the next turn
    const came = await send(sending, part);
    part.forEach((transfer, index) => outcomes.set(transfer, came[index] ?? { kind: 'unknown' }));
  }
  return transfers.map((transfer) => outcomes.get(transfer) ?? { kind: 'postponed' });
}
