import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Counterparties } from '@tributary/client';
import { ForeignText } from '../elements/foreign-text';
import { Money } from '../elements/money/money';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { Section } from '../elements/section';
import { DataTable, type Column } from '../elements/tables/data-table';
import { counterparties, type PeriodUntilToday } from './queries';

/** The counterparties with whom most money moved, by currency. A name leads to its transactions. */
export function CounterpartiesSection({ period, today }: PeriodUntilToday) {
  const largest = useQuery(counterparties(period, today));
  return (
    <Section title="Largest counterparties">
      <QueryState
        query={largest}
        rows={8}
        empty={<Text c="dimmed">No transaction of this time names one.</Text>}
      >
        {({ data }) => data.map((one) => <InCurrency key={one.currency} {...one} />)}
      </QueryState>
    </Section>
  );
}

type Counterparty = Counterparties['counterparties'][number];

function InCurrency({ currency, counterparties: rows }: Counterparties) {
  const columns: readonly Column<Counterparty>[] = [
    {
      title: 'Name',
      cell: ({ name }) => (
        <ScreenLink size="sm" to={`/transactions?${new URLSearchParams({ text: name }).toString()}`}>
          <ForeignText text={name} />
        </ScreenLink>
      ),
    },
    { title: 'Transactions', align: 'right', cell: ({ transactions_count: count }) => count },
    {
      title: 'In',
      align: 'right',
      cell: ({ money_in: amount }) => <Money amount={amount} currency={currency} isColoured />,
    },
    {
      title: 'Out',
      align: 'right',
      cell: ({ money_out: amount }) => <Money amount={amount} currency={currency} />,
    },
  ];
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {currency}
      </Title>
      <DataTable
        label={`Counterparties in ${currency}`}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        minWidth={420}
      />
    </Stack>
  );
}
