import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';

/** One line or row of bars: exact texts by the label of the axis. */
export interface Series {
  /** Unique among the series. */
  readonly name: string;
  readonly color: string;
  readonly amounts: ReadonlyMap<string, string>;
}

interface TimeChartProps {
  readonly kind: 'area' | 'lines' | 'bars';
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  readonly axis: readonly string[];
  readonly axisText: (label: string) => string;
  readonly series: readonly Series[];
  readonly amountText: (amount: string) => string;
}

const HEIGHT = 240;
const COMPACT = new Intl.NumberFormat(navigator.language, { notation: 'compact' });
/** The picture takes no focus: its texts are in the table. */
const STILL = { accessibilityLayer: false };

/** Amounts over time. Numbers draw the shape alone; labels show the exact texts. */
export default function TimeChart({ kind, label, axis, axisText, series, amountText }: TimeChartProps) {
  const common = {
    h: HEIGHT,
    data: axis.map((at) => ({
      at,
      ...Object.fromEntries(series.map(({ name, amounts }) => [name, drawn(amounts.get(at))])),
    })),
    dataKey: 'at',
    series: series.map(({ name, color }) => ({ name, color })),
    withLegend: series.length > 1,
    yAxisProps: { width: 72 },
    xAxisProps: { tickFormatter: axisText, minTickGap: 24 },
    valueFormatter: (value: number) => COMPACT.format(value),
    tooltipProps: {
      content: ({ label: at }: { readonly label?: string | number }) => (
        <Labels at={String(at)} axisText={axisText} series={series} amountText={amountText} />
      ),
    },
  } as const;
  const line = { withDots: false, curveType: 'stepAfter', connectNulls: false } as const;
  return (
    <div role="img" aria-label={label}>
      {kind === 'area' && <AreaChart {...common} {...line} areaChartProps={STILL} />}
      {kind === 'lines' && <LineChart {...common} {...line} lineChartProps={STILL} />}
      {kind === 'bars' && <BarChart {...common} barChartProps={{ ...STILL, stackOffset: 'sign' }} />}
    </div>
  );
}

interface LabelsProps extends Pick<TimeChartProps, 'axisText' | 'series' | 'amountText'> {
  readonly at: string;
}

function Labels({ at, axisText, series, amountText }: LabelsProps) {
  return (
    <Paper p="xs" shadow="sm">
      <Text size="sm">{axisText(at)}</Text>
      {series.map(({ name, amounts }) => {
        const amount = amounts.get(at);
        return amount === undefined ? null : (
          <Text key={name} size="sm" fw={600}>
            {series.length > 1 && `${name}: `}
            {amountText(amount)}
          </Text>
        );
      })}
    </Paper>
  );
}

function drawn(amount: string | undefined): number | null {
  return amount === undefined ? null : Number(amount);
}
