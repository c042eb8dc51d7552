import { CanonicalEvent, EventData } from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { accountLane } from '../deliveries/account-lane';

/** An event for a user's programs, before its endpoints are known. */
export interface Announcement {
  /** The event on the bus that led to it. */
  readonly cause: ReceivedEvent;
  readonly type: CanonicalEvent;
  readonly userId: number;
  readonly about: Subject;
  /** Distinguishes the announcements of one cause and type. */
  readonly part: number;
  /** Without redaction, which is decided for each reader. */
  readonly data: EventData;
}

/** The subject of an announcement: it decides the subscribers and the lane. */
export type Subject =
  | { readonly kind: 'account'; readonly accountId: number }
  /** `accountIds`: of the connection, also deleted ones. */
  | { readonly kind: 'connection'; readonly connectionId: number; readonly accountIds: readonly number[] }
  /** `accountIds`: of the rule's accounts; empty if it is not attached. */
  | { readonly kind: 'rule'; readonly ruleId: number; readonly accountIds: readonly number[] };

/** Deliveries of one lane are sent one after another. */
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
