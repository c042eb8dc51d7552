import '@mantine/charts/styles.css';
import { Sparkline as MantineSparkline } from '@mantine/charts';
import type { BalancePoint } from './use-balance-points';

interface SparklineProps {
  readonly points: readonly BalancePoint[];
  readonly height: number;
}

/** The shape of a balance's course. The numbers draw it; its texts are beside it. */
export default function Sparkline({ points, height }: SparklineProps) {
  return (
    <div aria-hidden inert>
      <MantineSparkline
        h={height}
        data={points.map(({ amount }) => Number(amount))}
        color="river.6"
        strokeWidth={1.5}
        curveType="stepAfter"
      />
    </div>
  );
}
