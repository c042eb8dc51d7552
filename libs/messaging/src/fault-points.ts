/**
 * The points where a crash does the most harm. `FAULT_POINT=outbox.published:3` kills the process, as `kill -9` would,
 * when the point is passed for the third time; without it, passing a point costs a comparison. Only the fault suites
 * set it.
 */
export type FaultPoint =
  | 'transaction.committed'
  | 'replay.published'
  | 'model.filled'
  | 'model.swapping'
  | 'model.swapped'
  | 'outbox.published'
  | 'command.committed'
  | 'reply.received'
  | 'transfer.claimed'
  | 'transfer.posted'
  | 'delivery.claimed'
  | 'delivery.posted'
  | 'erasure.advanced'
  | 'export.advanced'
  | 'notice.stored'
  | 'mail.sent';

const [wanted, nth = '1'] = (process.env.FAULT_POINT ?? '').split(':');
let passesLeft = Number(nth);

export function reachFaultPoint(point: FaultPoint): void {
  if (point !== wanted) return;
  passesLeft -= 1;
  if (passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
