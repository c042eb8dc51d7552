/**
 * Places where a crash hurts most. `FAULT_POINT=outbox.published:3` kills the process, as `kill -9` would,
 * when the place is reached for the third time; without it, passing a point costs a comparison. The fault
 * suites are the only ones to set it.
 */
export type FaultPoint =
  | 'transaction.committed'
  | 'replay.published'
  | 'model.filled'
  | 'model.swapping'
  | 'model.swapped'
  | 'outbox.published'
  | 'transfer.claimed'
  | 'transfer.posted'
  | 'delivery.claimed'
  | 'delivery.posted'
  | 'erasure.advanced'
  | 'export.advanced';

const [wanted, nth = '1'] = (process.env.FAULT_POINT ?? '').split(':');
let passesLeft = Number(nth);

export function reachFaultPoint(point: FaultPoint): void {
  if (point !== wanted) return;
  passesLeft -= 1;
  if (passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
