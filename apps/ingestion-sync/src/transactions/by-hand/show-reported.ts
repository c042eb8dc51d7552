import {
  Caller,
  CommandPayload,
  CommandResult,
  Problem,
  ShowReportedTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { checkOwnAccount } from '../../accounts/chosen-accounts';

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
