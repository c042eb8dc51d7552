import { Accordion, SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FinancialAccount } from '@tributary/client';
import { lazy, Suspense } from 'react';
import { Day } from '../../elements/dates/day';
import { Loading } from '../../elements/loading';
import { Money } from '../../elements/money/money';
import { Problem } from '../../elements/problems/problem';
import { Section } from '../section';
import { PERIODS, useBalancePoints, type BalancePoint, type Period } from './use-balance-points';

const route = getRouteApi('/accounts/$accountId');
const BalanceChart = lazy(() => import('./balance-chart'));
const HEIGHT = 220;

/** The course of an account's balance, as a chart and as a table. */
export function AccountBalances({ account }: { readonly account: FinancialAccount }) {
  const { period = 'quarter' } = route.useSearch();
  const navigate = route.useNavigate();
  const histories = useBalancePoints([account.id], period);
  const points = histories.data?.get(account.id) ?? [];
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
      {histories.isPending && <Loading rows={3} />}
      {histories.isError && <Problem error={histories.error} retry={histories.refetch} />}
      {histories.isSuccess && points.length === 0 && (
        <Text size="sm" c="dimmed">
          No balance has been read yet.
        </Text>
      )}
      {points.length > 1 && (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <BalanceChart points={points} currency={account.currency || null} height={HEIGHT} />
        </Suspense>
      )}
      {points.length > 0 && <AsTable points={points} currency={account.currency || null} />}
    </Section>
  );
}

interface AsTableProps {
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
}

function AsTable({ points, currency }: AsTableProps) {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="table">
        <Accordion.Control>Balances as a table</Accordion.Control>
        <Accordion.Panel>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Day</Table.Th>
                <Table.Th ta="right">Balance</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.toReversed().map(({ date, amount }) => (
                <Table.Tr key={date}>
                  <Table.Td>
                    <Day day={date} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Money amount={amount} currency={currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
