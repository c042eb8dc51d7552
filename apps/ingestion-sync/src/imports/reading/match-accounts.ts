import { FileImportAccount } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { AccountIdentity, readIdentities } from '../../accounts/accounts.store';
import { StatementAccount } from '../formats/statement';
import { appliedChoices, ImportRow, StoredFileAccount } from '../imports.store';
import { ParsedAccount } from './file-reading';
import { AccountCounts } from './judge-ids';

type Choice = Pick<FileImportAccount, 'financial_account_id' | 'matched_by' | 'new_account'>;

const NONE: Choice = { financial_account_id: null, matched_by: null, new_account: null };

/** Returns the accounts of a file, each with the user's account for its entries if that is known. */
export async function matchAccounts(
  database: Queryable,
  row: ImportRow,
  found: readonly ParsedAccount[],
  counts: ReadonlyMap<number, AccountCounts>,
): Promise<StoredFileAccount[]> {
  const candidates = await readIdentities(database, row.user_id);
  const accounts = found.map(({ account, balances }, index): StoredFileAccount => {
    const count = counts.get(index);
    return {
      key: String(index + 1),
      identity: account.key,
      ids: count?.ids ?? 'none',
      category: account.category ?? 'BANK',
      iban: account.iban,
      number: account.number,
      bank: account.bank,
      name: account.name,
      currency: account.currency,
      entries: count?.entries ?? 0,
      first_day: count?.first ?? null,
      last_day: count?.last ?? null,
      ...matchOf(account, candidates),
      proposed_account_id: null,
      suggested_name: account.name,
      suggested_currency: account.currency,
      balances,
    };
  });
  const earlier = await appliedChoices(database, row);
  return accounts.map((account) => {
    // The user's choice for an earlier reading of the same file is retained.
    const before = row.accounts.find(
      ({ identity, matched_by, new_account }) =>
        identity === account.identity && (matched_by === 'CHOSEN' || new_account),
    );
    if (before) return { ...account, ...choiceOf(before) };
    const isOnly = accounts.length === 1 && row.financial_account_id !== null;
    if (isOnly)
      return { ...account, ...NONE, financial_account_id: row.financial_account_id, matched_by: 'ONLY' };
    const chosen = account.matched_by === null ? earlierOf(earlier, account, candidates) : undefined;
    const isThere = candidates.some(({ id }) => id === chosen);
    if (chosen === undefined || !isThere) return account;
    return namesNone(account)
      ? { ...account, proposed_account_id: chosen }
      : { ...account, financial_account_id: chosen, matched_by: 'CHOSEN' };
  });
}

/**
 * Returns whether a file's account has neither an IBAN nor a number. Only the layout of such a file fits an account,
 * and another account of the bank has files of the same layout.
 */
function namesNone({ iban, number }: Pick<StatementAccount, 'iban' | 'number'>): boolean {
  return iban === null && number === null;
}

/** Up to release 0.2 the identity of an account did not contain its currency. */
function earlierOf(
  earlier: ReadonlyMap<string, number>,
  { identity, currency }: StoredFileAccount,
  candidates: readonly AccountIdentity[],
): number | undefined {
  const chosen = earlier.get(identity);
  const suffix = ` ${currency}`;
  if (chosen !== undefined || currency === null || !identity.endsWith(suffix)) return chosen;
  const before = earlier.get(identity.slice(0, -suffix.length));
  return candidates.find(({ id }) => id === before)?.currency === currency ? before : undefined;
}

function choiceOf({ financial_account_id, matched_by, new_account }: FileImportAccount): Choice {
  return { financial_account_id, matched_by, new_account };
}

/** Finds the account by IBAN, else by number and bank, in the same currency; if several fit, the user chooses. */
export function matchOf(
  account: Pick<StatementAccount, 'iban' | 'number' | 'bank' | 'currency'>,
  all: readonly AccountIdentity[],
): Choice {
  const candidates = all.filter(({ currency }) => isSame(currency, account.currency));
  const iban = plain(account.iban);
  if (iban !== '')
    return one(
      candidates.filter((candidate) => plain(candidate.iban) === iban),
      'IBAN',
    );
  const number = plain(account.number);
  if (number === '') return NONE;
  return one(
    candidates.filter((candidate) => hasNumber(candidate, number, plain(account.bank))),
    'NUMBER',
  );
}

/** Returns whether the currencies agree: one IBAN may have an account in each of several currencies. */
function isSame(currency: string | null, stated: string | null): boolean {
  return currency === null || stated === null || currency === stated;
}

function one(fitting: readonly AccountIdentity[], matchedBy: 'IBAN' | 'NUMBER'): Choice {
  const [first, second] = fitting;
  return first && !second ? { ...NONE, financial_account_id: first.id, matched_by: matchedBy } : NONE;
}

const NUMBER_LENGTH_MIN = 6;

function hasNumber({ iban, bban, bic }: AccountIdentity, number: string, bank: string): boolean {
  const known = [plain(bban), plain(iban).slice(4)].filter((text) => text !== '');
  if (known.includes(number)) return bank === '' || isBank(bank, iban, bic);
  // An IBAN contains the bank's number and then the account's, padded with zeros.
  const isPart = number.length >= NUMBER_LENGTH_MIN && known.some((text) => text.endsWith(number));
  return isPart && bank !== '' && isBank(bank, iban, bic);
}

function isBank(bank: string, iban: string | null, bic: string | null): boolean {
  const code = plain(bic).slice(0, 8);
  return (
    (code !== '' && bank.startsWith(code)) ||
    plain(iban).slice(4).startsWith(bank) ||
    (iban === null && code === '')
  );
}

function plain(text: string | null): string {
  return (text ?? '').replace(/[^0-9A-Za-z]/g, '').toUpperCase();
}
