import { FileImportAccount } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { ListedIds } from '../../transactions/matching/listings';
import { StatementAccount } from '../formats/statement';
import { ImportRow, StoredFileAccount } from '../stored-imports';
import { ParsedAccount } from './file-reading';

interface Candidate {
  readonly id: number;
  readonly iban: string | null;
  readonly bban: string | null;
  readonly bic: string | null;
  readonly currency: string | null;
}

type Choice = Pick<FileImportAccount, 'financial_account_id' | 'matched_by' | 'new_account'>;

const NONE: Choice = { financial_account_id: null, matched_by: null, new_account: null };

/** What of an account's entries is stored. */
export interface AccountCounts {
  readonly entries: number;
  readonly first: string;
  readonly last: string;
  readonly ids: ListedIds;
}

/** The accounts of a file, each with the account of the user that its entries go to, as far as that is known. */
export async function matchAccounts(
  database: Queryable,
  row: ImportRow,
  found: readonly ParsedAccount[],
  counts: ReadonlyMap<number, AccountCounts>,
): Promise<StoredFileAccount[]> {
  const candidates = await readCandidates(database, row.user_id);
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
  const earlier = await earlierChoices(database, row);
  return accounts.map((account) => {
    // What the user chose before another reading of the same file stays.
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

/** Only the layout of such a file fits an account, and another account of the bank has files of the same layout. */
function namesNone({ iban, number }: Pick<StatementAccount, 'iban' | 'number'>): boolean {
  return iban === null && number === null;
}

/** Until release 0.2 the identity of an account had no currency in it. */
function earlierOf(
  earlier: ReadonlyMap<string, number>,
  { identity, currency }: StoredFileAccount,
  candidates: readonly Candidate[],
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

/** By the IBAN, else by the number together with the bank, in the same currency; several that fit are left to the user. */
export function matchOf(
  account: Pick<StatementAccount, 'iban' | 'number' | 'bank' | 'currency'>,
  all: readonly Candidate[],
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

/** One IBAN may have an account in each of several currencies. */
function isSame(currency: string | null, stated: string | null): boolean {
  return currency === null || stated === null || currency === stated;
}

function one(fitting: readonly Candidate[], matchedBy: 'IBAN' | 'NUMBER'): Choice {
  const [first, second] = fitting;
  return first && !second ? { ...NONE, financial_account_id: first.id, matched_by: matchedBy } : NONE;
}

const NUMBER_LENGTH_MIN = 6;

function hasNumber({ iban, bban, bic }: Candidate, number: string, bank: string): boolean {
  const known = [plain(bban), plain(iban).slice(4)].filter((text) => text !== '');
  if (known.includes(number)) return bank === '' || isBank(bank, iban, bic);
  // An IBAN has the bank's number before the account's, filled with zeros.
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

function readCandidates(database: Queryable, userId: number): Promise<Candidate[]> {
  return database.query<Candidate>(
    `select id, profile->>'iban' as iban, profile->>'bban' as bban, profile->>'bic' as bic,
            profile->>'currency' as currency
       from financial_accounts where user_id = $1 order by id limit 5000`,
    [userId],
  );
}

/** Where entries of the same account went when a file of this kind was applied last, by the account's key. */
async function earlierChoices(database: Queryable, row: ImportRow): Promise<Map<string, number>> {
  const rows = await database.query<{ key: string; id: number }>(
    `select distinct on (a.account->>'identity') a.account->>'identity' as key,
            (a.account->>'financial_account_id')::bigint as id
       from file_imports i, jsonb_array_elements(i.accounts) as a(account)
      where i.user_id = $1 and i.status = 'APPLIED' and i.format = $2
        and (i.csv_shape = $3 or ($3::text is null and i.csv_shape is null and a.account->>'identity' <> '')) and a.account->>'financial_account_id' is not null
      order by a.account->>'identity', i.id desc`,
    [row.user_id, row.format, row.csv_shape],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}
