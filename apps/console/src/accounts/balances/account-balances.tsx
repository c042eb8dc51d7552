import { Accordion, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import { lazy, Suspense } from 'react';
import { Day } from '../../elements/dates/day';
import { Money } from '../../elements/money/money';
import { QueryState } from '../../elements/queries/query-state';
import { Section } from '../../elements/section';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { PERIODS, useBalancePoints, type BalancePoint, type Period } from './use-balance-points';

const route = getRouteApi('/accounts/$accountId');
const BalanceChart = lazy(() => import('./balance-chart'));
const HEIGHT = 220;

/** The course of an account's balance, as a chart and as a table. */
export function AccountBalances({ account }: { readonly account: FinancialAccount }) {
  const { period = 'quarter' } = route.useSearch();
  const navigate = route.useNavigate();
  const histories = useBalancePoints([account.id], period);
  return (
    <Section
      title="Balance"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
          value={period}
          onChange={(chosen) =>
            void navigate({ search: chosen === 'quarter' ? {} : { period: chosen as Period }, replace: true })
          }
        />
      }
    >
      <QueryState query={histories} rows={3}>
        {(all) => <Balances points={all.get(account.id) ?? []} currency={account.currency || null} />}
      </QueryState>
    </Section>
  );
}

interface BalancesProps {
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
}

function Balances({ points, currency }: BalancesProps) {
  if (points.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No balance has been read yet.
      </Text>
    );
  }
  const columns: readonly Column<BalancePoint>[] = [
    { title: 'Day', cell: ({ date }) => <Day day={date} /> },
    {
      title: 'Balance',
      align: 'right',
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
  ];
  return (
    <>
      {points.length > 1 && (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <BalanceChart points={points} currency={currency} height={HEIGHT} />
        </Suspense>
      )}
      <Accordion variant="contained">
        <Accordion.Item value="table">
          <Accordion.Control>Balances as a table</Accordion.Control>
          <Accordion.Panel>
            <DataTable
              label="Balances"
              columns={columns}
              rows={points.toReversed()}
              keyOf={({ date }) => date}
              minWidth={240}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}
