import { ViolationKind } from './history';

/**
 * What the system could be built without, and the kinds of violation that must then show up. A simulation
 * that does not notice a missing safeguard does not test it.
 */
export const SAFEGUARDS = {
  'outbox row in the transaction of the entity': ['event'],
  'version check of consumers': ['version', 'state'],
  'lease of the outbox': ['lease'],
  'offsets resolved after the commit': ['lost', 'state'],
  'idempotency key at the destination': ['effect'],
  'turns of the writers of one key': ['order'],
  'tombstones of what was removed': ['version', 'state'],
  'deletion after the acknowledgement': ['lost', 'state'],
} as const satisfies Record<string, readonly ViolationKind[]>;
export type Safeguard = keyof typeof SAFEGUARDS;

/** The system as it is built (null), or with one of its safeguards taken out. */
export type Without = Safeguard | null;
