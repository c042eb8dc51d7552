import { ApplyFileImport, Caller, CommandResult, FileImportAccount, Problem } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { EMPTY_PROFILE } from '../../accounts/account-profile';
import { accountPayload, accountUpserted, AccountRow } from '../../accounts/account-row';
import { addByHand } from '../../accounts/create-account';
import { saveReading } from '../saved-readings.store';
import { StoredFileAccount, updateImport } from '../imports.store';
import { lockOwnImport, requireStatus, toFileImport } from '../stored-imports';
import { checkAccount } from '../upload';
import { FILE_APPLICATIONS } from './apply-jobs';

/**
 * Begins to store the new entries, and first adds the accounts that the user requested.
 * @throws Problem
 */
export async function applyImport(
  tx: Tx,
  caller: Caller,
  importId: number,
): Promise<CommandResult<typeof ApplyFileImport>> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['READY']);
  if (row.error !== null)
    throw Problem.conflict('The file cannot be read like this: correct its columns first.');
  if (row.accounts.some(isUndecided)) throw Problem.conflict(UNDECIDED);
  if (row.certainty === 'GUESS')
    throw Problem.invalid({ [row.qif === null ? 'csv' : 'qif']: row.questions.map(({ text }) => text) });
  const added: AccountRow[] = [];
  const accounts: StoredFileAccount[] = [];
  for (const account of row.accounts) {
    const made =
      account.new_account === null ? null : await addAccount(tx, caller, account, account.new_account);
    if (made) added.push(made);
    const id = made?.id ?? account.financial_account_id;
    if (id !== null && !made) await checkAccount(tx, caller, id, 'accounts');
    accounts.push({ ...account, financial_account_id: id, new_account: null });
  }
  await appendToOutbox(
    tx,
    added.map((one) => accountUpserted(one)),
  );
  await saveReading(tx, row);
  await enqueueJobs(tx, FILE_APPLICATIONS, [{ key: importId, userId: caller.userId, payload: {} }]);
  const fileImport = toFileImport(
    await updateImport(tx, importId, { status: 'APPLYING', accounts, entries_done: 0 }),
  );
  return { fileImport, accounts: added.map((one) => accountPayload(one)) };
}

function isUndecided({ entries, financial_account_id, new_account }: StoredFileAccount): boolean {
  return entries > 0 && financial_account_id === null && new_account === null;
}

const UNDECIDED = 'Choose for each account of the file where its entries go.';

/** Creates a manual account, in such a way that the next file of the same account finds it. */
function addAccount(
  tx: Tx,
  caller: Caller,
  found: StoredFileAccount,
  { name, currency }: NonNullable<FileImportAccount['new_account']>,
): Promise<AccountRow> {
  const profile = {
    ...EMPTY_PROFILE,
    name: name.trim(),
    currency,
    account_category: found.category ?? ('BANK' as const),
    iban: found.iban,
    bban: found.iban === null ? found.number : null,
    bic: isBic(found.bank) ? found.bank : null,
  };
  return addByHand(tx, caller.userId, profile);
}

function isBic(bank: string | null): boolean {
  return bank !== null && /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank);
}
