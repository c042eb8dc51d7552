import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import { dayText } from '../../elements/dates/dates';
import { moneyText } from '../../elements/money/exact-money';
import { courseText } from './balance-sparkline';
import type { BalancePoint } from './use-balance-points';

interface BalanceChartProps {
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
  readonly height: number;
}

/** A balance over time. Numbers draw the line; the label of a point shows its exact text. */
export default function BalanceChart({ points, currency, height }: BalanceChartProps) {
  const byDay = new Map(points.map(({ date, amount }) => [date, amount]));
  const [first, last] = [points[0], points.at(-1)];
  const course = first && last ? `Balance: ${courseText(first, last, currency)}` : 'Balance';
  return (
    <div role="img" aria-label={course}>
      <AreaChart
        h={height}
        data={points.map(({ date, amount }) => ({ day: date, balance: Number(amount) }))}
        dataKey="day"
        series={[{ name: 'balance', color: 'river.6' }]}
        curveType="stepAfter"
        withDots={false}
        yAxisProps={{ width: 80 }}
        valueFormatter={(value) => new Intl.NumberFormat(navigator.language).format(value)}
        xAxisProps={{ tickFormatter: (day: string) => dayText(day) }}
        areaChartProps={{ accessibilityLayer: false }}
        tooltipProps={{
          content: ({ label }) => {
            const amount = byDay.get(String(label));
            return amount === undefined ? null : (
              <Paper p="xs" shadow="sm">
                <Text size="sm">{dayText(String(label))}</Text>
                <Text size="sm" fw={600}>
                  {moneyText(amount, currency)}
                </Text>
              </Paper>
            );
          },
        }}
      />
    </div>
  );
}
