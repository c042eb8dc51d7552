import { Caller, Problem, TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { lockOwnAccount } from '../../accounts/chosen-accounts';
import { TransactionEdits } from '../edits';
import { IdentityRank } from '../identity';
import { TransactionState } from '../stored-transaction';

/** A transaction's whole row. */
export interface FullTransaction {
  readonly id: number;
  readonly account_id: number;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly content_hash: string;
  readonly version: number;
  readonly state: TransactionState;
  readonly origin: 'PROVIDER' | 'USER';
  readonly booked: boolean;
  readonly booking_date: string | null;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly provider_document: TransactionDocument | null;
  readonly edits: TransactionEdits | null;
  readonly raw: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Some of an account's rows; the account must be locked. */
export function readTransactions(tx: Tx, ids: readonly (number | null)[]): Promise<FullTransaction[]> {
  return tx.query<FullTransaction>('select * from transactions where id = any($1::bigint[]) order by id', [
    ids.filter((id) => id !== null),
  ]);
}

/** The caller's transaction with its account, locked against syncs. @throws Problem (not_found) */
export async function lockOwnTransaction(
  tx: Tx,
  caller: Caller,
  transactionId: number,
): Promise<{ account: AccountRow; transaction: FullTransaction }> {
  const [found] = await readTransactions(tx, [transactionId]);
  if (!found) throw Problem.notFound();
  const account = await lockOwnAccount(tx, caller, found.account_id);
  const [transaction] = await readTransactions(tx, [transactionId]);
  if (transaction?.state !== 'LIVE') throw Problem.notFound();
  return { account, transaction };
}
