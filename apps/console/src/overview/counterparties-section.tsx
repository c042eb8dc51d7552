import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Money } from '../elements/money/money';
import { Problem } from '../elements/problems/problem';
import { ScreenLink } from '../elements/screen-link';
import { counterparties, type PeriodUntilToday } from './queries';
import { Section } from './section';

/** With whom most money moved, by currency. A name leads to its transactions. */
export function CounterpartiesSection({ period, today }: PeriodUntilToday) {
  const largest = useQuery(counterparties(period, today));
  return (
    <Section title="Largest counterparties">
      {largest.isPending && <Loading rows={8} />}
      {largest.isError && <Problem error={largest.error} retry={largest.refetch} />}
      {largest.data?.data.length === 0 && <Text c="dimmed">No transaction of this time names one.</Text>}
      {largest.data?.data.map(({ currency, counterparties: ofCurrency }) => (
        <Stack key={currency} gap="xs">
          <Title order={3} size="h5">
            {currency}
          </Title>
          <Table.ScrollContainer
            minWidth={420}
            type="native"
            tabIndex={0}
            role="region"
            aria-label={`Largest counterparties in ${currency}`}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th ta="right">Transactions</Table.Th>
                  <Table.Th ta="right">In</Table.Th>
                  <Table.Th ta="right">Out</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {ofCurrency.map(({ name, money_in, money_out, transactions_count }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <ScreenLink
                        size="sm"
                        to={`/transactions?${new URLSearchParams({ text: name }).toString()}`}
                      >
                        <ForeignText text={name} />
                      </ScreenLink>
                    </Table.Td>
                    <Table.Td ta="right">{transactions_count}</Table.Td>
                    <Table.Td ta="right">
                      <Money amount={money_in} currency={currency} isColoured />
                    </Table.Td>
                    <Table.Td ta="right">
                      <Money amount={money_out} currency={currency} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      ))}
    </Section>
  );
}
