import {
  ApplyFileImport,
  Caller,
  CommandResult,
  DEFAULT_ACCOUNT_CONFIG,
  FileImportAccount,
  Problem,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { changedConfig } from '../../accounts/account-config';
import { EMPTY_PROFILE } from '../../accounts/account-profile';
import { accountPayload, accountUpserted, AccountRow, UNKNOWN_HEALTH } from '../../accounts/account-row';
import { keepHow } from '../kept-readings';
import {
  lockOwnImport,
  requireStatus,
  StoredFileAccount,
  toFileImport,
  updateImport,
} from '../stored-imports';
import { checkAccount } from '../upload';
import { FILE_APPLICATIONS } from './apply-jobs';

/** Begins to store the new entries; adds the accounts that were asked for first. @throws Problem */
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
  await keepHow(tx, row);
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
const NEVER_SYNCED = { sync_auto: false };

/** An account by hand that the next file of the same account finds again. */
async function addAccount(
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
  const [row] = await tx.query<AccountRow>(
    `insert into financial_accounts (user_id, provider, external_id, identity_key, profile, config, own_config, health,
                                     history_state)
     values ($1, 'MANUAL', $2, 'hand:' || $2, $3, $4, $5, $6, 'COMPLETE')
     returning *`,
    [
      caller.userId,
      randomUUID(),
      JSON.stringify(profile),
      JSON.stringify(changedConfig(DEFAULT_ACCOUNT_CONFIG, NEVER_SYNCED)),
      JSON.stringify(NEVER_SYNCED),
      JSON.stringify(UNKNOWN_HEALTH),
    ],
  );
  if (!row) throw new Error('the account was not added');
  return row;
}

function isBic(bank: string | null): boolean {
  return bank !== null && /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank);
}
