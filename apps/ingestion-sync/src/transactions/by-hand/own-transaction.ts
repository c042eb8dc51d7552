import {
  Caller,
  CommandPayload,
  CommandResult,
  Problem,
  ShowReportedTransaction,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { checkOwnAccount, lockOwnAccounts } from '../../accounts/chosen-accounts';
import { accountsOf, findReported, FullTransaction, readTransactions } from '../transactions.store';

/** A transaction of the caller with its account, which is locked against syncs. */
export interface OwnTransaction {
  readonly account: AccountRow;
  readonly transaction: FullTransaction;
}

/** @throws Problem (not_found) if the transaction does not exist, or is not the caller's */
export async function lockOwnTransaction(tx: Tx, caller: Caller, id: number): Promise<OwnTransaction> {
  const own = (await lockOwnTransactions(tx, caller, [id])).get(id);
  if (!own) throw Problem.notFound();
  return own;
}

/** Locks the accounts of the given transactions, and returns the transactions that belong to the caller. */
export async function lockOwnTransactions(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, OwnTransaction>> {
  const accounts = await lockOwnAccounts(tx, caller, await accountsOf(tx, ids));
  const own = new Map<number, OwnTransaction>();
  for (const transaction of await readTransactions(tx, ids)) {
    const account = accounts.get(transaction.account_id);
    if (account && transaction.state === 'LIVE') own.set(transaction.id, { account, transaction });
  }
  return own;
}

/** Locks a transaction that is not a part of a split. @throws Problem (not_found, or conflict for a part) */
export async function lockWholeTransaction(tx: Tx, caller: Caller, id: number): Promise<OwnTransaction> {
  const own = await lockOwnTransaction(tx, caller, id);
  checkIsWhole(own);
  return own;
}

/** @throws Problem (conflict) if the transaction is a part of a split */
export function checkIsWhole({ transaction: { id, split_of: whole } }: OwnTransaction): void {
  if (whole === null) return;
  throw Problem.conflict(
    `Transaction ${id} is a part of transaction ${whole}: split that one again, or join its parts.`,
  );
}

/**
 * Shows a transaction as it was reported, without the user's changes.
 * @throws Problem (not_found) if it does not exist, is not the caller's, or was added by hand and so never reported
 */
export async function showReported(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof ShowReportedTransaction>,
): Promise<CommandResult<typeof ShowReportedTransaction>> {
  const row = await findReported(tx, transactionId);
  if (!row) throw Problem.notFound();
  await checkOwnAccount(tx, caller, row.account_id);
  if (row.origin === 'USER') throw Problem.notFound();
  return { document: row.provided };
}
