import { TransactionDocument } from '@tributary/contracts';
import { Table } from '../database/session';
import { SimulatedDatabase } from '../database/simulated-database';
import { DestinationLedger } from '../destination-ledger';
import { ProcessLife } from '../process';
import { Without } from '../variant';
import { World } from '../world';

export interface RawRow {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly removed: boolean;
}

export interface ShapedRow {
  readonly id: number;
  readonly accountId: number;
  readonly rawVersion: number;
  readonly shapedVersion: number;
  readonly removed: boolean;
  readonly document: TransactionDocument;
}

export interface KnownRow {
  readonly id: number;
  readonly shapedVersion: number;
  readonly rawVersion: number;
  readonly removed: boolean;
  readonly document: TransactionDocument;
}

export interface DueRow {
  readonly id: number;
  readonly isDone: boolean;
  readonly leaseUntil: number;
  readonly token: string;
}

const WRITES = 36;

/** The schemas of three services and the destination: what outlives every process. */
export class Services {
  readonly ingestion: SimulatedDatabase;
  readonly rules: SimulatedDatabase;
  readonly transfers: SimulatedDatabase;
  readonly raw = new Table<RawRow>('raw_transactions');
  readonly shaped = new Table<ShapedRow>('shaped_transactions');
  readonly known = new Table<KnownRow>('known_transactions');
  readonly due = new Table<DueRow>('transfers');
  readonly ledger: DestinationLedger;
  /** Of the items, how many a consumer can never take; of the messages, how many are not even readable. */
  readonly poisonRate: number;
  readonly writing = new Set<object>();
  writesLeft = WRITES;
  unreadableWritten = 0;

  constructor(
    readonly world: World,
    readonly without: Without,
  ) {
    const variant = {
      advisoryLocks: without !== 'turns of the writers of one key',
      leases: without !== 'lease of the outbox',
    };
    this.ingestion = new SimulatedDatabase(world, 'ingestion_sync', variant);
    this.rules = new SimulatedDatabase(world, 'rule_engine', variant);
    this.transfers = new SimulatedDatabase(world, 'transfer_engine', variant);
    this.ledger = new DestinationLedger(world, without !== 'idempotency key at the destination');
    this.poisonRate = world.random.pick([0.01, 0.01, 0.05]);
  }

  get databases(): readonly SimulatedDatabase[] {
    return [this.ingestion, this.rules, this.transfers];
  }

  hasVersionCheck(): boolean {
    return this.without !== 'version check of consumers';
  }

  beginWriting(life: ProcessLife): object {
    this.writesLeft -= 1;
    const writing = {};
    this.writing.add(writing);
    life.whenDead(() => this.writing.delete(writing));
    return writing;
  }

  isWriting(): boolean {
    return this.writesLeft > 0 || this.writing.size > 0;
  }

  areDone(): boolean {
    return (
      !this.isWriting() &&
      this.databases.every(({ outbox }) => outbox.rows.size === 0) &&
      [...this.due.rows.values()].every(({ isDone }) => isDone)
    );
  }
}
