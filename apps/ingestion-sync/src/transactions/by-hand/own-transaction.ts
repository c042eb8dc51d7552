import {
  Caller,
  CommandPayload,
  CommandResult,
  Problem,
  ShowReportedTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { checkOwnAccount, lockOwnAccounts } from '../../accounts/chosen-accounts';
import { IdentityRank } from '../identity';
import { UserLayers } from '../edits/shown-document';
import { TransactionState } from '../stored-transaction';

/** A transaction's whole row. */
export interface FullTransaction extends UserLayers {
  readonly id: number;
  readonly account_id: number;
  readonly identity_key: string;
  readonly identity_rank: IdentityRank;
  readonly content_hash: string;
  readonly version: number;
  readonly state: TransactionState;
  readonly origin: 'PROVIDER' | 'USER' | 'FILE';
  readonly booked: boolean;
  readonly booking_date: string | null;
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly provider_document: TransactionDocument | null;
  readonly merged_into: number | null;
  readonly under_review: boolean;
  /** The transaction that this one is a part of. */
  readonly split_of: number | null;
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

/** A transaction of the caller's with its account, which is locked against syncs. */
export interface OwnTransaction {
  readonly account: AccountRow;
  readonly transaction: FullTransaction;
}

/** @throws Problem (not_found) where it is not there, or not the caller's */
export async function lockOwnTransaction(tx: Tx, caller: Caller, id: number): Promise<OwnTransaction> {
  const own = (await lockOwnTransactions(tx, caller, [id])).get(id);
  if (!own) throw Problem.notFound();
  return own;
}

/** The caller's transactions among these. */
export async function lockOwnTransactions(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, OwnTransaction>> {
  const found = await tx.query<{ account_id: number }>(
    'select distinct account_id from transactions where id = any($1::bigint[])',
    [ids],
  );
  const accounts = await lockOwnAccounts(
    tx,
    caller,
    found.map((row) => row.account_id),
  );
  const own = new Map<number, OwnTransaction>();
  for (const transaction of await readTransactions(tx, ids)) {
    const account = accounts.get(transaction.account_id);
    if (account && transaction.state === 'LIVE') own.set(transaction.id, { account, transaction });
  }
  return own;
}

/** The same of one that stands for itself. @throws Problem (conflict) where it is a part of a split */
export async function lockWholeTransaction(tx: Tx, caller: Caller, id: number): Promise<OwnTransaction> {
  const own = await lockOwnTransaction(tx, caller, id);
  checkIsWhole(own);
  return own;
}

/** @throws Problem (conflict) where the transaction is a part of a split */
export function checkIsWhole({ transaction: { id, split_of: whole } }: OwnTransaction): void {
  if (whole === null) return;
  throw Problem.conflict(
    `Transaction ${id} is a part of transaction ${whole}: split that one again, or join its parts.`,
  );
}

interface ReportedRow {
  readonly account_id: number;
  readonly origin: 'PROVIDER' | 'USER' | 'FILE';
  readonly provided: TransactionDocument;
}

/** The bank reports a payment as a whole: a part has the entry of the transaction that was split. */
const REPORTED = `
  select t.account_id, e.origin, coalesce(e.provider_document, e.document) as provided
    from transactions t join transactions e on e.id = coalesce(t.split_of, t.id)
   where t.id = $1 and t.state = 'LIVE'`;

/**
 * A transaction before what its user made of it.
 * @throws Problem (not_found) where it is not there, not the caller's, or added by hand: nobody reported that one
 */
export async function showReported(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof ShowReportedTransaction>,
): Promise<CommandResult<typeof ShowReportedTransaction>> {
  const [row] = await tx.query<ReportedRow>(REPORTED, [transactionId]);
  if (!row) throw Problem.notFound();
  await checkOwnAccount(tx, caller, row.account_id);
  if (row.origin === 'USER') throw Problem.notFound();
  return { document: row.provided };
}
