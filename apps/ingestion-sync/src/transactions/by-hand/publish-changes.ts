import { groupBy, Settlement, TransactionChanges, TransactionDocument } from '@tributary/contracts';
import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { endPairs } from '../../accounts/transfer-pairs/end-pairs';
import { markPublished } from '../../accounts/transfer-pairs/mark-published';
import { requestSearches } from '../../accounts/transfer-pairs/request-searches';
import { settlementEvents } from '../settlement/settlement-events';
import { SettlementRow, toSettlement } from '../settlement/write-settlements';
import { removalEvents, transactionEvents } from '../transaction-events';
import { writtenRow, WrittenTransaction } from '../write-transactions';

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

/** What a command did to an account's transactions. */
export interface AccountChanges extends HandChanges {
  readonly account: AccountRow;
}

/** Publishes what a command did to an account's transactions. @returns the same, as its answer */
export async function publishChanges(
  tx: Tx,
  account: AccountRow,
  changes: HandChanges,
): Promise<TransactionChanges> {
  const [answer] = await publishChangesOfAccounts(tx, [{ account, ...changes }]);
  if (!answer) throw new Error('an account that changed is not published');
  return answer;
}

/** The same for many accounts, and for one that is named more than once. @returns one answer for each account */
export async function publishChangesOfAccounts(
  tx: Tx,
  all: readonly AccountChanges[],
): Promise<TransactionChanges[]> {
  const changes = [...groupBy(all, ({ account }) => account.id).values()].flatMap(joined);
  // A split transaction counts by its parts: one of them may be the transfer.
  const ended = await endPairs(
    tx,
    changes.flatMap(({ removed, upserted }) =>
      [...removed, ...upserted.filter(({ document }) => document.split)].map(({ id }) => id),
    ),
  );
  const written = changes.flatMap(({ account, upserted }) =>
    upserted.map((row) => writtenRow({ ...row, account_id: account.id })),
  );
  const writtenOf = groupBy(await markPublished(tx, written), ({ accountId }) => accountId);
  await requestSearches(tx, written);
  const published = changes.map((one) => changesOf(one, writtenOf.get(one.account.id) ?? []));
  await appendToOutbox(tx, [...published.flatMap(({ events }) => events), ...ended]);
  return published.map(({ answer }) => answer);
}

function joined(ofAccount: readonly AccountChanges[]): Required<AccountChanges>[] {
  const [first] = ofAccount;
  if (!first) return [];
  return [
    {
      account: first.account,
      upserted: ofAccount.flatMap(({ upserted = [] }) => upserted),
      removed: ofAccount.flatMap(({ removed = [] }) => removed),
      settlements: ofAccount.flatMap(({ settlements = [] }) => settlements),
    },
  ];
}

function changesOf(
  { account, removed, settlements }: Required<AccountChanges>,
  written: readonly WrittenTransaction[],
): { readonly events: OutgoingEvent[]; readonly answer: TransactionChanges } {
  const owner = { id: account.id, userId: account.user_id };
  const events = [
    ...transactionEvents(owner, written),
    ...removalEvents(
      owner,
      removed.map(({ id, version }) => ({ id, version, accountId: account.id })),
    ),
    ...settlementEvents(owner, settlements),
  ];
  const answer = {
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
  return { events, answer };
}
