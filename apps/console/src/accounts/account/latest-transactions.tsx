import { Text } from '@mantine/core';
import type { FinancialAccount, Transaction } from '@tributary/client';
import { $api } from '../../api/api';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { Section } from '../../elements/section';
import { DataTable, type Column } from '../../elements/tables/data-table';

const LATEST = 10;

const COLUMNS: readonly Column<Transaction>[] = [
  { title: 'Day', cell: (transaction) => <TransactionDay transaction={transaction} /> },
  {
    title: 'Transaction',
    cell: (transaction) => (
      <ScreenLink to={`/transactions/${transaction.id}`}>
        <ForeignText text={nameOf(transaction)} />
      </ScreenLink>
    ),
  },
  {
    title: 'Amount',
    align: 'right',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} isColoured />,
  },
];

/** The newest transactions of an account. */
export function LatestTransactions({ account }: { readonly account: FinancialAccount }) {
  const transactions = $api.useQuery('get', '/finance/transactions', {
    params: {
      query: {
        'filter[financial_account_id]': account.id,
        'page[size]': LATEST,
        sort: ['-mapped_fields.date', '-id'],
      },
    },
  });
  return (
    <Section
      title="Latest transactions"
      actions={<ScreenLink to={`/transactions?account_id=${account.id}`}>All transactions</ScreenLink>}
    >
      <QueryState
        query={transactions}
        rows={LATEST}
        empty={
          <Text size="sm" c="dimmed">
            No transaction has been read yet.
          </Text>
        }
      >
        {({ data }) => (
          <DataTable
            label="Newest transactions"
            columns={COLUMNS}
            rows={data}
            keyOf={({ id }) => id}
            minWidth={420}
          />
        )}
      </QueryState>
    </Section>
  );
}

function TransactionDay({ transaction }: { readonly transaction: Transaction }) {
  const { mapped_fields, booking_date, value_date } = transaction;
  const day = mapped_fields.date ?? booking_date ?? value_date;
  return (
    <>
      {day !== null && <Day day={day} />}
      {transaction.booked === 'false' && ' (pending)'}
    </>
  );
}

function nameOf({ mapped_fields, id }: Transaction): string {
  return mapped_fields.payee || mapped_fields.description || `Transaction ${id}`;
}
