import { Box, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { dayText } from '../../elements/dates/dates';
import { moneyText } from '../../elements/money/exact-money';
import type { BalancePoint } from './use-balance-points';

const Sparkline = lazy(() => import('./sparkline'));
const HEIGHT = 28;

interface BalanceSparklineProps {
  readonly points: readonly BalancePoint[];
  readonly currency: string | null;
}

/** The course of an account's balance, small; in words for those who do not see it. */
export function BalanceSparkline({ points, currency }: BalanceSparklineProps) {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Box w={96} h={HEIGHT}>
      {points.length > 1 && first && last && (
        <>
          <VisuallyHidden>{courseText(first, last, currency)}</VisuallyHidden>
          <Suspense>
            <Sparkline points={points} height={HEIGHT} />
          </Suspense>
        </>
      )}
    </Box>
  );
}

/** A course in words. */
export function courseText(first: BalancePoint, last: BalancePoint, currency: string | null): string {
  return (
    `From ${moneyText(first.amount, currency)} on ${dayText(first.date)} ` +
    `to ${moneyText(last.amount, currency)} on ${dayText(last.date)}`
  );
}
