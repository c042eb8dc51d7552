import { Caller, ownerOf, Problem, TransactionChanges, TransactionDocument } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { StoredSplit } from '../../../src/transactions/edits/shown-document';
import { TransactionEdits } from '../../../src/transactions/edits/edits';
import { TransactionState } from '../../../src/transactions/stored-transaction';
import { published, TransactionStore, USER } from '../../transaction-store';

/** A stored transaction. */
export interface CorrectedRow {
  readonly id: number;
  readonly account_id: number;
  readonly version: number;
  readonly state: TransactionState;
  readonly booked: boolean;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly provider_document: TransactionDocument | null;
  readonly edits: TransactionEdits | null;
  readonly split: StoredSplit | null;
  readonly split_of: number | null;
}

const CALLER: Caller = ownerOf(USER);

/** One account with its events: consumers store the newest version of each transaction. */
export class CorrectedAccount {
  rows: readonly CorrectedRow[] = [];
  /** Null: removed. */
  readonly heard = new Map<
    number,
    { readonly version: number; readonly document: TransactionDocument | null }
  >();

  constructor(
    readonly store: TransactionStore,
    readonly id: number,
  ) {}

  /** Returns the rows that are no parts of a split, including removed ones, in the order in which they arrived. */
  get wholes(): readonly CorrectedRow[] {
    return this.rows.filter((row) => row.split_of === null);
  }

  get liveParts(): readonly CorrectedRow[] {
    return this.rows.filter((row) => row.split_of !== null && row.state === 'LIVE');
  }

  /**
   * Executes a user's command.
   * @returns null if it was refused, without any effect
   */
  async command(
    run: (tx: Tx, caller: Caller) => Promise<TransactionChanges>,
  ): Promise<TransactionChanges | null> {
    try {
      const changes = await this.store.database.transaction((tx) => run(tx, CALLER));
      for (const { id, version, document } of changes.upserted) this.hear(id, version, document);
      for (const { id, version } of changes.removed) this.hear(id, version, null);
      return changes;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  /** Applies the events that a sync published for this account. */
  hearEvents(events: readonly OutgoingEvent[]): void {
    const own = <P extends { readonly financialAccountId: number }>(payload: P) =>
      payload.financialAccountId === this.id;
    for (const { transactions } of published(events, TransactionUpsertedV1).filter(own))
      for (const { id, version, document } of transactions) this.hear(id, version, document);
    for (const { transactions } of published(events, TransactionRemovedV1).filter(own))
      for (const { id, version } of transactions) this.hear(id, version, null);
  }

  /** Events of two simultaneous writers may arrive in any order. */
  private hear(id: number, version: number, document: TransactionDocument | null): void {
    const known = this.heard.get(id);
    if (!known || known.version < version) this.heard.set(id, { version, document });
  }
}
