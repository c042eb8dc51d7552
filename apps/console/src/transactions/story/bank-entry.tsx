import { Stack, Text } from '@mantine/core';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import type { Transaction } from '../transaction';
import { Facts } from './facts';

/** The members that a bank reports, by their paths, in the order in which they are shown. */
const MEMBERS = {
  'mapped_fields.payee': 'Payee',
  'mapped_fields.description': 'Description',
  'mapped_fields.date': 'Date',
  booked: 'Booked',
  booking_date: 'Booking date',
  booking_datetime: 'Booking time',
  value_date: 'Value date',
  value_datetime: 'Value time',
  'creditor.name': 'Creditor',
  'creditor.iban': 'Creditor IBAN',
  'creditor.bban': 'Creditor account number',
  'debtor.name': 'Debtor',
  'debtor.iban': 'Debtor IBAN',
  'debtor.bban': 'Debtor account number',
  'remittance_information.unstructured': 'Remittance text',
  'remittance_information.structured': 'Remittance reference',
  additional_information: 'Additional information',
  'codes.bank_transaction_code': 'Bank transaction code',
  'codes.merchant_category_code': 'Merchant category code',
  'codes.purpose_code': 'Purpose code',
  balance_after_transaction: 'Balance after it',
  'currency_exchange.exchange_rate': 'Exchange rate',
  'external_identifiers.institution_transaction_id': 'Bank’s id',
  'external_identifiers.end_to_end_id': 'End-to-end id',
} as const;

/** The entry without the changes of rules and of the user. */
export function BankEntry({ transaction }: { readonly transaction: Transaction }) {
  const reported = $api.useQuery('get', '/finance/transactions/{transactionId}', {
    params: { path: { transactionId: transaction.id }, query: { as_reported: true } },
  });
  // An entry that was read stays while its transaction is removed.
  const error = reported.data === undefined ? reported.error : null;
  return (
    <QueryState query={{ ...reported, error }} rows={4} notFound={<ByHand />}>
      {({ data: entry }) => {
        const facts = Object.entries(MEMBERS).flatMap(([path, label]) => {
          const value = memberOf(entry, path);
          return value === '' ? [] : [{ label, value: <ForeignText text={value} /> }];
        });
        return (
          <Stack gap="xs">
            <Text>
              <Money amount={entry.amount} currency={entry.currency} />
            </Text>
            <Facts label="Bank’s values" facts={facts} />
          </Stack>
        );
      }}
    </QueryState>
  );
}

function ByHand() {
  return (
    <Text size="sm" c="dimmed">
      No bank reported it: it was added by hand.
    </Text>
  );
}

function memberOf(transaction: Transaction, path: string): string {
  let value: unknown = transaction;
  for (const member of path.split('.')) {
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  }
  return typeof value === 'string' ? value : '';
}
