import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { FinancialAccount, Holding } from '@tributary/client';
import { lazy, Suspense } from 'react';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import { Section } from '../../elements/section';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { allocationOf, type Allocation, type Share } from './allocation';

const AllocationChart = lazy(() => import('./allocation-chart'));
const HOLDINGS = 100;
const CHART_SIZE = 180;

/** The positions of an investment account, and each one's part of the whole. */
export function AccountHoldings({ account }: { readonly account: FinancialAccount }) {
  const holdings = $api.useQuery('get', '/finance/accounts/{accountId}/holdings', {
    params: { path: { accountId: account.id }, query: { 'page[size]': HOLDINGS } },
  });
  return (
    <Section title="Holdings">
      <QueryState
        query={holdings}
        rows={4}
        empty={
          <Text size="sm" c="dimmed">
            The broker lists no position.
          </Text>
        }
      >
        {({ data, meta }) => (
          <Stack gap="lg">
            {meta.total > HOLDINGS && (
              <Text size="sm">{`The first ${HOLDINGS} of ${meta.total} positions are shown.`}</Text>
            )}
            {allocationOf(data).map((allocation) => (
              <AllocationIn key={allocation.currency ?? ''} allocation={allocation} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function AllocationIn({ allocation }: { readonly allocation: Allocation }) {
  const { currency, total, shares } = allocation;
  const columns: readonly Column<Share>[] = [
    { title: 'Position', cell: ({ holding }) => <ForeignText text={positionName(holding)} /> },
    { title: 'Units', align: 'right', cell: ({ holding }) => holding.units },
    {
      title: 'Price',
      align: 'right',
      cell: ({ holding }) => <Amount amount={holding.price} currency={currency} />,
    },
    {
      title: 'Value',
      align: 'right',
      cell: ({ holding }) => <Amount amount={holding.market_value} currency={currency} />,
    },
    {
      title: 'Part',
      align: 'right',
      cell: ({ permille }) => (permille === null ? 'none' : percentText(permille)),
    },
  ];
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {currency === null ? 'Without a currency' : `In ${currency}`}
      </Title>
      <Text size="sm">
        {'Together '}
        <Money amount={total} currency={currency} />
      </Text>
      <Suspense fallback={<Skeleton circle height={CHART_SIZE} />}>
        <AllocationChart allocation={allocation} size={CHART_SIZE} />
      </Suspense>
      <DataTable
        label={`Positions in ${currency ?? 'no currency'}`}
        columns={columns}
        rows={shares}
        keyOf={({ holding }) => holding.id}
        minWidth={560}
      />
    </Stack>
  );
}

function Amount({ amount, currency }: { readonly amount: string | null; readonly currency: string | null }) {
  return amount === null ? 'unknown' : <Money amount={amount} currency={currency} />;
}

function positionName({ option, instrument: { symbol, name } }: Holding): string {
  const of = option?.ticker ?? symbol;
  return name === '' || name === of ? of : `${of} · ${name}`;
}

function percentText(permille: number): string {
  const format = new Intl.NumberFormat(navigator.language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(permille / 1_000);
}
