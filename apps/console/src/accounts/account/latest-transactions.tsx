import { Table, Text } from '@mantine/core';
import type { FinancialAccount, Transaction } from '@tributary/client';
import { $api } from '../../api/api';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { Section } from '../section';

const LATEST = 10;

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
      {transactions.isPending && <Loading rows={LATEST} />}
      {transactions.isError && <Problem error={transactions.error} retry={transactions.refetch} />}
      {transactions.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          No transaction has been read yet.
        </Text>
      )}
      {transactions.data !== undefined && transactions.data.data.length > 0 && (
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Day</Table.Th>
                <Table.Th>Transaction</Table.Th>
                <Table.Th ta="right">Amount</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {transactions.data.data.map((transaction) => (
                <Table.Tr key={transaction.id}>
                  <Table.Td>
                    <TransactionDay transaction={transaction} />
                  </Table.Td>
                  <Table.Td>
                    <ScreenLink to={`/transactions/${transaction.id}`}>
                      <ForeignText text={nameOf(transaction)} />
                    </ScreenLink>
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amount={transaction.amount} currency={transaction.currency} isColoured />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
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
