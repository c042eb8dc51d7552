import { addDays } from '@tributary/money';
import { stableUuid } from '../state/stable-ids';
import { bbanOf, ibanOf, personName, productName } from './account-identity';
import { BankAccount, type AccountProfile, type BankEntry } from './bank-account';
import type { Berka, BerkaAccount, BerkaRow } from './berka-files';
import { fromBerkaRow } from './provider-transaction';
import { centsFromText } from './cents';

/** The bank rounds interest to a tenth, so that balance and amounts of neighbours differ by as much. */
const ROUNDING_CENTS = 50n;

const CURRENCY = 'CZK';

/** The bank of the published data, moved by `shiftDays` whole days; `limit` is the number of accounts, the first ones by account id. */
export function berkaAccounts(berka: Berka, shiftDays: number, limit = berka.accounts.length): BankAccount[] {
  const days = new Map<string, string>();
  const moved = (date: string): string => {
    const known = days.get(date) ?? addDays(date, shiftDays);
    days.set(date, known);
    return known;
  };
  return berka.accounts.slice(0, limit).map((account) => bankAccount(account, moved));
}

/** The id under which an account of the data is known at PROVIDER_A. */
export function berkaAccountUuid(accountId: number): string {
  return stableUuid(`berka/account/${accountId}`);
}

function bankAccount(account: BerkaAccount, moved: (date: string) => string): BankAccount {
  const profile = profileOf(account);
  return new BankAccount(profile, () => ({
    booked: account.rows.map((row) => new BerkaEntry(row, moved(row.date), profile)).reverse(),
    bookedCents: closingBalanceCents(account.rows),
  }));
}

function profileOf(account: BerkaAccount): AccountProfile {
  const bban = bbanOf(account.accountId);
  return {
    uuid: berkaAccountUuid(account.accountId),
    bankAccountId: String(account.accountId),
    iban: ibanOf('CZ', bban),
    bban,
    currency: CURRENCY,
    ownerName: personName(`owner/${account.accountId}`),
    name: `Account ${account.accountId}`,
    product: productName(account.statementFrequency),
  };
}

/** Writes a row's JSON when it is first requested: most tests never request most rows. */
class BerkaEntry implements BankEntry {
  private cachedText: string | undefined;

  constructor(
    private readonly row: BerkaRow,
    readonly date: string,
    private readonly profile: AccountProfile,
  ) {}

  get transactionId(): string {
    return this.row.transId;
  }

  get amount(): string {
    return this.row.amount;
  }

  get text(): string {
    const listing = { accountUuid: this.profile.uuid, date: this.date, currency: this.profile.currency };
    return (this.cachedText ??= JSON.stringify(fromBerkaRow(this.row, listing)));
  }
}

/**
 * Returns the balance after an account's last transaction, in hundredths. The file has no order within a day: the day's
 * last transaction is the one from whose balance no other one starts.
 */
function closingBalanceCents(rows: readonly BerkaRow[]): bigint {
  const lastDate = rows.reduce((latest, row) => (row.date > latest ? row.date : latest), '');
  const day = rows
    .filter((row) => row.date === lastDate)
    .map((row) => ({ after: centsFromText(row.balance), amount: centsFromText(row.amount) }));
  const last = day.find((row) => !day.some((other) => other !== row && startsFrom(other, row.after)));
  return (last ?? day[day.length - 1])?.after ?? 0n;
}

function startsFrom(row: { readonly after: bigint; readonly amount: bigint }, balance: bigint): boolean {
  const difference = row.after - row.amount - balance;
  return difference <= ROUNDING_CENTS && difference >= -ROUNDING_CENTS;
}
