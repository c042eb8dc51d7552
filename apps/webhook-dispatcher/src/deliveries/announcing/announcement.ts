import { CanonicalEvent, EventData } from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { accountLane } from '../../delivery-state/account-lane';

/** News for a user's programs, before it is known which endpoints want it. */
export interface Announcement {
  /** The event on the bus that led to it. */
  readonly cause: ReceivedEvent;
  readonly type: CanonicalEvent;
  readonly userId: number;
  readonly about: Subject;
  /** Distinguishes the announcements of one cause and type. */
  readonly part: number;
  /** With nothing left out: who may see what of it is decided for each reader. */
  readonly data: EventData;
}

/** What an announcement is about: it decides whose it is to hear, and what keeps its order. */
export type Subject =
  | { readonly kind: 'account'; readonly accountId: number }
  /** `accountIds`: of the connection, also deleted ones. */
  | { readonly kind: 'connection'; readonly connectionId: number; readonly accountIds: readonly number[] }
  /** `accountIds`: that the rule shapes; none where it is attached to nothing. */
  | { readonly kind: 'rule'; readonly ruleId: number; readonly accountIds: readonly number[] };

/** Deliveries of one lane go one after another. */
export function laneOf(about: Subject): string {
  switch (about.kind) {
    case 'account':
      return accountLane(about.accountId);
    case 'connection':
      return `connection:${about.connectionId}`;
    case 'rule':
      return `rule:${about.ruleId}`;
  }
}
