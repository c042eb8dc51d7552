import { addAll } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FirstState, insertTransfers } from './planned-transfers.store';
import { LoggedTransfer, toEntry } from '../transfer-logged';
import { RequestedTransfer } from './requested-transfers';

const ROWS_PER_STATEMENT = 2000;
const NO_DATE = 'The transaction has no date.';

/** The result of inserting new transfers. */
export interface Inserted {
  /** The changes that must be planned again, because some of their transfers exist already. */
  readonly left: readonly RequestedTransfer[];
  readonly logged: readonly LoggedTransfer[];
}

/**
 * Inserts transfers of transactions that are new to their links. Nearly all are, so this is tried first. If some rows
 * of a statement exist already, all of its changes are planned again, which is harmless for those just inserted. A
 * removed or skipped transaction gets a row too, so that an older message that arrives late cannot bring it back.
 */
export async function insertNewTransfers(tx: Tx, requested: readonly RequestedTransfer[]): Promise<Inserted> {
  const left = requested.filter((change) => change.beforeStart);
  const due = requested.filter((change) => !change.beforeStart);
  const logged: LoggedTransfer[] = [];
  for (let from = 0; from < due.length; from += ROWS_PER_STATEMENT) {
    const part = due.slice(from, from + ROWS_PER_STATEMENT);
    const { count, ended } = await insertTransfers(tx, part, part.map(firstState));
    if (count < part.length) addAll(left, part);
    const byKey = new Map(part.map((change) => [`${change.transactionId}/${change.link.id}`, change]));
    for (const row of ended) {
      const change = byKey.get(`${row.transactionId}/${row.linkId}`);
      if (change) logged.push(toLogged(change, row.id));
    }
  }
  return { left, logged };
}

/** The initial state of a transfer. */
export function firstState({ change }: RequestedTransfer): FirstState {
  if (change.kind === 'wait') return { state: 'HELD', error: null };
  if (change.kind !== 'carry') return { state: 'SKIPPED', error: null };
  return change.content.date === null
    ? { state: 'FAILED', error: NO_DATE }
    : { state: 'PENDING', error: null };
}

/** Publishes skipped transfers at once; others are published after they were sent. */
function toLogged(change: RequestedTransfer, transferId: number): LoggedTransfer {
  const { link, transactionId, trace } = change;
  const entry = toEntry({
    id: transferId,
    version: 1,
    linkId: link.id,
    transactionId,
    state: firstState(change).state,
    endedBy: null,
    destinationTransactionId: null,
    maybeSent: false,
    changedThere: [],
    lockedThere: false,
  });
  return { accountId: link.accountId, userId: link.userId, trace, entry };
}
