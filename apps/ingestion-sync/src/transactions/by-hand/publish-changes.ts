import { groupBy, Settlement, TransactionChanges } from '@tributary/contracts';
import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { endPairs } from '../transfer-pairs/end-pairs';
import { markPublished } from '../transfer-pairs/mark-published';
import { requestSearches } from '../transfer-pairs/request-searches';
import { settlementEvents } from '../settlement/settlement-events';
import { ChangedRow } from '../transactions.store';
import { removalEvents, transactionEvents, writtenRow, WrittenTransaction } from '../transaction-events';
import { SettlementRow } from '../settlement/settlements.store';
import { toSettlement } from '../settlement/settlement-document';

/** A removed transaction, and the one that it was merged into. */
export interface HandRemoval {
  readonly id: number;
  readonly version: number;
  readonly mergedInto?: number;
}

export interface HandChanges {
  readonly upserted?: readonly ChangedRow[];
  readonly removed?: readonly HandRemoval[];
  readonly settlements?: readonly SettlementRow[];
}

/** Changes that a command made to an account's transactions. */
export interface AccountChanges extends HandChanges {
  readonly account: AccountRow;
}

/** Publishes the changes of a command to an account's transactions. @returns the changes, for the reply */
export async function publishChanges(
  tx: Tx,
  account: AccountRow,
  changes: HandChanges,
): Promise<TransactionChanges> {
  const [answer] = await publishChangesOfAccounts(tx, [{ account, ...changes }]);
  if (!answer) throw new Error('an account that changed is not published');
  return answer;
}

/** Publishes the changes to many accounts, also if an account is named more than once. @returns one result for each account */
export async function publishChangesOfAccounts(
  tx: Tx,
  all: readonly AccountChanges[],
): Promise<TransactionChanges[]> {
  const changes = [...groupBy(all, ({ account }) => account.id).values()].flatMap(joined);
  // A split transaction does not count, so its pair ends: a part may be the transfer instead.
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
      removed.map((one) => ({ ...one, accountId: account.id })),
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
