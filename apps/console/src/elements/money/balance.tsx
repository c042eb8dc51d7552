import { Text } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import { Money } from './money';

/** A text where it is known; the number 0 of the interface where nobody knows it. */
type Amount = FinancialAccount['balance']['cleared'];

export function isUnknown(amount: Amount): boolean {
  return typeof amount === 'number';
}

interface BalanceProps {
  readonly amount: Amount;
  readonly currency: string | null;
}

/** What an account holds, or that this is unknown. */
export function Balance({ amount, currency }: BalanceProps) {
  if (typeof amount !== 'number') return <Money amount={amount} currency={currency} />;
  return (
    <Text span inherit c="dimmed">
      unknown
    </Text>
  );
}
