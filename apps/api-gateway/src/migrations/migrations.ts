import { baseline } from '@tributary/persistence';
import { CanonicalAmounts1764800165100 } from './canonical-amounts.migration';
import { Categories1764900200100 } from './categories.migration';
import { CredentialsVersion1764800167000 } from './credentials-version.migration';
import { ExchangeRates1764900200000 } from './exchange-rates.migration';
import { FeedsOnOtherCurrency1764800175000 } from './feeds-on-other-currency.migration';
import { JoinedByWriters1764600149000 } from './joined-by-writers.migration';
import { SignUpsByMail1764800168000 } from './sign-ups-by-mail.migration';
import { TransactionsByBookingAndAmount1764600160000 } from './transactions-by-booking-and-amount.migration';
import { TransactionsByDate1764600136000 } from './transactions-by-date.migration';
import { TransactionsByDay1764600123000 } from './transactions-by-day.migration';
import { TransactionsUnderReview1764800166000 } from './transactions-under-review.migration';

/** The schema of api-gateway: its baseline, and later changes, oldest first. */
export const MIGRATIONS = [
  baseline(__dirname, ['identity', 'user-data', 'query-model', 'transactions', 'rebuilds']),
  TransactionsByDay1764600123000,
  TransactionsByDate1764600136000,
  JoinedByWriters1764600149000,
  TransactionsByBookingAndAmount1764600160000,
  CanonicalAmounts1764800165100,
  TransactionsUnderReview1764800166000,
  CredentialsVersion1764800167000,
  SignUpsByMail1764800168000,
  FeedsOnOtherCurrency1764800175000,
  ExchangeRates1764900200000,
  Categories1764900200100,
];
