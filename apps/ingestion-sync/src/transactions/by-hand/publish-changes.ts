import { Settlement, TransactionChanges, TransactionDocument } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { settlementEvents } from '../settlement/settlement-events';
import { SettlementRow, toSettlement } from '../settlement/write-settlements';
import { removalEvents, transactionEvents } from '../transaction-events';

/** A row as it is after a command. */
export interface ChangedRow {
  readonly id: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: TransactionDocument;
}

export interface HandChanges {
  readonly upserted?: readonly ChangedRow[];
  readonly removed?: readonly { readonly id: number; readonly version: number }[];
  readonly settlements?: readonly SettlementRow[];
}

/** Publishes what a command did to an account's transactions. @returns the same, as its answer */
export async function publishChanges(
  tx: Tx,
  account: AccountRow,
  { upserted = [], removed = [], settlements = [] }: HandChanges,
): Promise<TransactionChanges> {
  const owner = { id: account.id, userId: account.user_id };
  const written = upserted.map((row) => ({
    id: row.id,
    accountId: account.id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: row.document,
    documentJson: JSON.stringify(row.document),
  }));
  await appendToOutbox(tx, [
    ...transactionEvents(owner, written),
    ...removalEvents(
      owner,
      removed.map(({ id, version }) => ({ id, version, accountId: account.id })),
    ),
    ...settlementEvents(owner, settlements),
  ]);
  return {
    financialAccountId: account.id,
    userId: account.user_id,
    upserted: written.map(({ id, version, createdAt, updatedAt, document }) => ({
      id,
      version,
      createdAt,
      updatedAt,
      document,
    })),
    removed: removed.map(({ id, version }) => ({ id, version })),
    settlements: settlements.map((row): Settlement => toSettlement(row)),
  };
}
