import { isOutflow, addDays } from '@tributary/money';
import { stableHash, stableUuid } from '../state/stable-ids';
import { ibanOf } from './account-identity';
import { BankAccount } from './bank-account';

const CURRENCY = 'EUR';

interface InventedRow {
  readonly daysAgo: number;
  readonly amount: string;
  readonly party: string;
  readonly text: string;
}

const CURRENT: readonly InventedRow[] = [
  { daysAgo: 1, amount: '-12.40', party: 'Kahvila Oy', text: 'Card Kahvila' },
  { daysAgo: 2, amount: '-45.00', party: 'Alderaan Coffe', text: 'Coffee beans' },
  { daysAgo: 5, amount: '2450.00', party: 'Example Employer', text: 'Salary' },
  { daysAgo: 33, amount: '-850.00', party: 'Example Landlord', text: 'Rent' },
  { daysAgo: 120, amount: '-19.99', party: 'Example Telecom', text: 'Phone' },
];

const SAVINGS: readonly InventedRow[] = [
  { daysAgo: 5, amount: '300.00', party: 'Jane Doe', text: 'Monthly saving' },
  { daysAgo: 36, amount: '300.00', party: 'Jane Doe', text: 'Monthly saving' },
];

/** Two small accounts of an invented bank, in another currency than the large one's. */
export function inventedAccounts(today: string): BankAccount[] {
  return [
    inventedAccount(1, 'Main account', 'Current account', CURRENT, today),
    inventedAccount(2, 'Savings', 'Savings account', SAVINGS, today),
  ];
}

function inventedAccount(
  number: number,
  name: string,
  product: string,
  rows: readonly InventedRow[],
  today: string,
): BankAccount {
  const uuid = stableUuid(`sandboxfinance/account/${number}`);
  const bban = `SANDBOX00000000${number}`;
  const profile = {
    uuid,
    bankAccountId: `SF${number}`,
    iban: ibanOf('GL', bban),
    bban,
    currency: CURRENCY,
    ownerName: 'Jane Doe',
    name,
    product,
  };
  const account = new BankAccount(profile, () => ({ booked: [], bookedCents: 0n }));
  account.apply({
    booked: rows.map((row, index) => transactionOf(row, `SF${number}-${index + 1}`, uuid, today)),
  });
  return account;
}

function transactionOf(row: InventedRow, transactionId: string, accountUuid: string, today: string) {
  const date = addDays(today, -row.daysAgo);
  return {
    transactionId,
    internalTransactionId: stableHash(`${accountUuid}/${transactionId}`),
    bookingDate: date,
    valueDate: date,
    transactionAmount: { amount: row.amount, currency: CURRENCY },
    [isOutflow(row.amount) ? 'creditorName' : 'debtorName']: row.party,
    remittanceInformationUnstructured: row.text,
  };
}
