import { OutboxMessage } from '../../../src/outbox/outbox.store';
import { Availability, World } from '../world';
import { Locks } from './locks';
import { Session, Table } from './session';

export interface LeaseRow {
  readonly fence: number;
  readonly leaseUntil: number | null;
}

export interface DeadLetterRow {
  readonly messageId: string;
  readonly item: number;
  readonly topic: string;
  readonly value: string;
}

/** Parts of the tables' SQL that a variant leaves out, to see that the invariants notice. */
export interface DatabaseVariant {
  readonly advisoryLocks: boolean;
  readonly leases: boolean;
}

/** One service's schema in one Postgres: the bus's tables, and those that the service adds. */
export class SimulatedDatabase {
  readonly outbox = new Table<OutboxMessage>('outbox');
  readonly lease = new Table<LeaseRow>('outbox_lease');
  readonly deadLetters = new Table<DeadLetterRow>('dead_letters');
  readonly availability: Availability;
  private readonly locks: Locks;
  private readonly sessions = new Set<Session>();
  private readonly listeners = new Set<() => void>();
  private outboxSequence = 0;

  constructor(
    readonly world: World,
    readonly schema: string,
    readonly variant: DatabaseVariant,
  ) {
    this.locks = new Locks(world);
    this.availability = new Availability(world, 'database away', () => this.dropConnections());
  }

  /** The database's clock: the leases' only one. */
  now(): number {
    return this.world.scheduler.now;
  }

  begin(onEnd: (session: Session) => void): Session {
    const session = new Session(this.locks, (ended) => {
      this.sessions.delete(ended);
      onEnd(ended);
    });
    this.sessions.add(session);
    return session;
  }

  /** Drawn at the insert, not at the commit, as sequences do. */
  nextOutboxId(): number {
    return (this.outboxSequence += 1);
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Crash recovery: what was not committed is gone. */
  private dropConnections(): void {
    for (const session of [...this.sessions]) session.abort();
  }
}
