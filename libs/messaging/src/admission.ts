import { Caller } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ReceivedEvent } from './consumers/received-event';

/** Who is let in: asked in the transaction that takes a message, before its handler. */
export interface Admission {
  /** Those of the events that are to be taken; the others count as taken. */
  events(tx: Queryable, events: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]>;
  /** @throws Problem where the caller's command is not to be run */
  caller(tx: Queryable, caller: Caller): Promise<void>;
}
