import '@mantine/charts/styles.css';
import { DonutChart } from '@mantine/charts';
import type { Allocation } from './allocation';

const COLORS = [
  'river.6',
  'orange.6',
  'green.6',
  'blue.6',
  'red.6',
  'gray.6',
  'yellow.6',
  'river.3',
] as const;
/** The largest positions get a slice each; the rest is one slice. */
const SLICES_MAX = 7;

interface AllocationChartProps {
  readonly allocation: Allocation;
  readonly size: number;
}

/** The parts of an allocation as a chart. Screen readers skip it, because the table below has the same values. */
export default function AllocationChart({ allocation, size }: AllocationChartProps) {
  const slices = allocation.shares
    .flatMap(({ holding, permille }) =>
      permille === null || permille === 0
        ? []
        : [{ name: holding.instrument.symbol || 'Other', value: permille }],
    )
    .sort((a, b) => b.value - a.value);
  const rest = slices.slice(SLICES_MAX).reduce((sum, { value }) => sum + value, 0);
  const shown = [...slices.slice(0, SLICES_MAX), ...(rest > 0 ? [{ name: 'All others', value: rest }] : [])];
  if (shown.length === 0) return null;
  return (
    <div aria-hidden>
      <DonutChart
        size={size}
        thickness={28}
        paddingAngle={shown.length > 1 ? 1 : 0}
        withTooltip={false}
        data={shown.map((slice, index) => ({ ...slice, color: COLORS[index] ?? 'gray.5' }))}
        pieChartProps={{ accessibilityLayer: false }}
        pieProps={{ rootTabIndex: -1 }}
      />
    </div>
  );
}
