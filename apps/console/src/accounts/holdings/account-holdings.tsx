import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { FinancialAccount, Holding } from '@tributary/client';
import { lazy, Suspense } from 'react';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { allocationOf, type Allocation } from './allocation';
import { Section } from '../section';

const AllocationChart = lazy(() => import('./allocation-chart'));
const HOLDINGS = 100;
const CHART_SIZE = 180;

/** What an investment account holds, and each position's part of it. */
export function AccountHoldings({ account }: { readonly account: FinancialAccount }) {
  const holdings = $api.useQuery('get', '/finance/accounts/{accountId}/holdings', {
    params: { path: { accountId: account.id }, query: { 'page[size]': HOLDINGS } },
  });
  return (
    <Section title="Holdings">
      {holdings.isPending && <Loading rows={4} />}
      {holdings.isError && <Problem error={holdings.error} retry={holdings.refetch} />}
      {holdings.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          The broker lists no position.
        </Text>
      )}
      {holdings.data !== undefined && (
        <Stack gap="lg">
          {holdings.data.meta.total > HOLDINGS && (
            <Text size="sm">{`The first ${HOLDINGS} of ${holdings.data.meta.total} positions are shown.`}</Text>
          )}
          {allocationOf(holdings.data.data).map((allocation) => (
            <AllocationIn key={allocation.currency ?? ''} allocation={allocation} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function AllocationIn({ allocation }: { readonly allocation: Allocation }) {
  const { currency, total, shares } = allocation;
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
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Position</Table.Th>
              <Table.Th ta="right">Units</Table.Th>
              <Table.Th ta="right">Price</Table.Th>
              <Table.Th ta="right">Value</Table.Th>
              <Table.Th ta="right">Part</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shares.map(({ holding, permille }) => (
              <Table.Tr key={holding.id}>
                <Table.Td>
                  <ForeignText text={positionName(holding)} />
                </Table.Td>
                <Table.Td ta="right">{holding.units}</Table.Td>
                <Table.Td ta="right">
                  <Amount amount={holding.price} currency={currency} />
                </Table.Td>
                <Table.Td ta="right">
                  <Amount amount={holding.market_value} currency={currency} />
                </Table.Td>
                <Table.Td ta="right">{permille === null ? 'none' : percentText(permille)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
