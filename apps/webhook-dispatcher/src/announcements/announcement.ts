import { CanonicalEvent, EventData } from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { accountLane } from '../deliveries/account-lane';

/** An event for a user's programs, before its subscribed endpoints are known. */
export interface Announcement {
  /** The event on the bus that caused it. */
  readonly cause: ReceivedEvent;
  readonly type: CanonicalEvent;
  readonly userId: number;
  readonly about: Subject;
  /** Distinguishes the announcements of one cause and type. */
  readonly part: number;
  /** The data without redaction, which depends on each reader. */
  readonly data: EventData;
}

/** The subject of an announcement: it decides the subscribers and the lane. */
export type Subject =
  | { readonly kind: 'account'; readonly accountId: number }
  /** `accountIds`: the accounts of the connection, including deleted ones. */
  | { readonly kind: 'connection'; readonly connectionId: number; readonly accountIds: readonly number[] }
  /** `accountIds`: the accounts of the rule; empty if it is not attached. */
  | { readonly kind: 'rule'; readonly ruleId: number; readonly accountIds: readonly number[] };

/** Returns the lane: deliveries of one lane are sent one after another. */
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
