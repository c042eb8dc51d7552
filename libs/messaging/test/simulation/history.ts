import { Activity } from './activity';

/** A message that a transaction committed to an outbox. */
export interface CommittedMessage {
  readonly service: string;
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  /** Its place among all commits. */
  readonly place: number;
}

/** The promises, one word each. */
export type ViolationKind =
  | 'event'
  | 'ghost'
  | 'order'
  | 'version'
  | 'state'
  | 'lost'
  | 'dead letters'
  | 'effect'
  | 'lease'
  | 'outbox'
  | 'stuck'
  | 'failure';

export interface Violation {
  readonly kind: ViolationKind;
  readonly text: string;
}

interface Grant {
  readonly fence: number;
  readonly until: number;
}

const NOTES_MAX = 60;

/**
 * What really happened, seen from outside: written by the servers' models at the moment of each effect, so
 * that it does not depend on what the code under test believes. Broken promises are noted as they happen.
 */
export class History {
  readonly violations: Violation[] = [];
  readonly notes: string[] = [];
  readonly activities = new Map<Activity, number>();
  /** By value, which is unique: it carries the event's id. */
  readonly committed = new Map<string, CommittedMessage>();
  /** Every version of every row that its owner committed, as `id/version`. */
  readonly changes = new Set<string>();
  private readonly published = new Set<string>();
  private readonly newestPublished = new Map<string, number>();
  private readonly newestApplied = new Map<string, number>();
  private readonly taken = new Map<string, Set<string>>();
  private readonly grants = new Map<string, Grant>();

  constructor(private readonly now: () => number) {}

  note(text: string): void {
    this.notes.push(`${this.now().toFixed(1)} ms: ${text}`);
    if (this.notes.length > NOTES_MAX) this.notes.shift();
  }

  met(activity: Activity): void {
    this.activities.set(activity, (this.activities.get(activity) ?? 0) + 1);
  }

  violate(kind: ViolationKind, text: string): void {
    this.violations.push({ kind, text: `${this.now().toFixed(1)} ms: ${text}` });
  }

  messageCommitted(message: Omit<CommittedMessage, 'place'>): void {
    this.committed.set(message.value, { ...message, place: this.committed.size });
  }

  /** No ghosts; and where a message shows up for the first time, no later one of its key came before it. */
  messagePublished(topic: string, key: string, value: string): void {
    const message = this.committed.get(value);
    if (!message) return this.violate('ghost', `published on ${topic} without a commit: ${value}`);
    if (this.published.has(value)) return this.met('message published again');
    this.published.add(value);
    const lane = `${message.service}'s ${topic}/${key}`;
    if (message.place < (this.newestPublished.get(lane) ?? -1)) {
      this.violate('order', `on ${lane} a message left after one that was committed later`);
    }
    this.newestPublished.set(lane, Math.max(message.place, this.newestPublished.get(lane) ?? -1));
  }

  versionApplied(service: string, id: number, version: number): void {
    const row = `${service}/${id}`;
    const newest = this.newestApplied.get(row) ?? 0;
    if (version < newest) this.violate('version', `${row} took ${version} after ${newest}`);
    this.newestApplied.set(row, Math.max(newest, version));
  }

  itemTaken(service: string, item: string): void {
    const items = this.taken.get(service) ?? new Set();
    this.taken.set(service, items.add(item));
  }

  hasTaken(service: string, item: string): boolean {
    return this.taken.get(service)?.has(item) ?? false;
  }

  /** Leases are exclusive by the database's time, which is the time here. */
  leaseGranted(schema: string, fence: number, forMs: number): void {
    const held = this.grants.get(schema);
    if (held && held.fence !== fence && held.until > this.now()) {
      this.violate(
        'lease',
        `${schema}'s outbox was given to a second relay before the first one's time was up`,
      );
    }
    if (held && held.fence !== fence) this.met('lease taken over');
    this.grants.set(schema, { fence, until: this.now() + forMs });
  }

  leaseReleased(schema: string, fence: number): void {
    if (this.grants.get(schema)?.fence === fence) this.grants.delete(schema);
  }

  outboxEmptied(schema: string, fence: number): void {
    const newest = this.grants.get(schema);
    if (newest && newest.fence !== fence) {
      this.violate('lease', `a relay emptied ${schema}'s outbox after another one had taken over`);
    }
  }
}
