import { Caller } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ReceivedEvent } from './consumers/received-event';

/** Decides in the transaction that consumes a message, before its handler, whether to accept it. */
export interface Admission {
  /** Returns the accepted events. The other events count as consumed. */
  events(tx: Queryable, events: readonly ReceivedEvent[]): Promise<readonly ReceivedEvent[]>;
  /** @throws Problem if the caller's command must not run */
  caller(tx: Queryable, caller: Caller): Promise<void>;
}
