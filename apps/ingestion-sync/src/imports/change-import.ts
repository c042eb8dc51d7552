import { Caller, ChangeFileImport, CommandPayload, CommandResult, Problem } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { saveReading } from './saved-readings.store';
import { FILE_READINGS } from './reading/reading-jobs';
import { StoredFileAccount, updateImport } from './imports.store';
import { lockOwnImport, requireStatus, toFileImport } from './stored-imports';
import { checkAccount } from './upload';

/**
 * Corrects how a CSV or QIF file is parsed, which parses it again, or the accounts of its entries, which compares them
 * again.
 * @throws Problem
 */
export async function changeImport(
  tx: Tx,
  caller: Caller,
  { importId, csv, qif, accounts }: CommandPayload<typeof ChangeFileImport>,
): Promise<CommandResult<typeof ChangeFileImport>> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['READY']);
  if (csv && row.format !== 'CSV') throw Problem.invalid({ csv: ['Only a CSV file is read by columns.'] });
  if (csv) checkEncoding(csv.encoding);
  if (qif && row.format !== 'QIF') throw Problem.invalid({ qif: ['Only a QIF file is read so.'] });
  const chosen = await choose(tx, caller, row.accounts, accounts ?? []);
  const changed = await updateImport(tx, importId, {
    status: 'READING',
    accounts: chosen,
    error: null,
    ...(csv ? { csv } : {}),
    ...(qif ? { qif } : {}),
    ...(csv || qif ? { certainty: 'CONFIRMED', questions: [], confirmed: true } : {}),
  });
  const isReadAgain = csv !== undefined || qif !== undefined;
  if (isReadAgain) await saveReading(tx, changed);
  const job = { key: importId, userId: caller.userId, payload: { parse: isReadAgain } };
  await enqueueJobs(tx, FILE_READINGS, [job]);
  return toFileImport(changed);
}

/**
 * Checks that `TextDecoder` knows the label.
 * @throws Problem (invalid)
 */
function checkEncoding(label: string): void {
  try {
    new TextDecoder(label);
  } catch {
    throw Problem.invalid({ 'csv.encoding': [UNKNOWN_ENCODING] });
  }
}

const UNKNOWN_ENCODING =
  'The encoding is not known. Use a name of the WHATWG list, such as utf-8, windows-1252, iso-8859-2 or shift_jis.';

type Choices = NonNullable<CommandPayload<typeof ChangeFileImport>['accounts']>;

async function choose(
  tx: Tx,
  caller: Caller,
  found: readonly StoredFileAccount[],
  choices: Choices,
): Promise<StoredFileAccount[]> {
  const accounts = [...found];
  for (const [index, { key, financialAccountId, newAccount }] of choices.entries()) {
    const at = accounts.findIndex((account) => account.key === key);
    const account = accounts[at];
    if (!account) throw Problem.invalid({ [`accounts.${index}.key`]: ['The file has no such account.'] });
    const isBoth = financialAccountId !== null && newAccount !== null;
    if (isBoth) throw Problem.invalid({ [`accounts.${index}`]: ['Choose an account, or a new one.'] });
    if (financialAccountId !== null) {
      await checkAccount(tx, caller, financialAccountId, `accounts.${index}.financial_account_id`);
    }
    accounts[at] = {
      ...account,
      financial_account_id: financialAccountId,
      matched_by: financialAccountId === null ? null : 'CHOSEN',
      new_account: newAccount,
    };
  }
  return accounts;
}
