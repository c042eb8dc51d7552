import { Text } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import { Money } from './money';

/** A text where the balance is known; the API gives the number 0 where it is not. */
type Amount = FinancialAccount['balance']['cleared'];

export function isUnknown(amount: Amount): boolean {
  return typeof amount === 'number';
}

interface BalanceProps {
  readonly amount: Amount;
  readonly currency: string | null;
}

/** The balance of an account, or the word `unknown`. */
export function Balance({ amount, currency }: BalanceProps) {
  if (typeof amount !== 'number') return <Money amount={amount} currency={currency} />;
  return (
    <Text span inherit c="dimmed">
      unknown
    </Text>
  );
}
