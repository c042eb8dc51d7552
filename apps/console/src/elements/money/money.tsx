import { Text } from '@mantine/core';
import { isNegative, moneyText } from './exact-money';

interface MoneyProps {
  /** A decimal text. */
  readonly amount: string;
  readonly currency: string | null;
  /** `always` shows a plus as well, for changes. */
  readonly sign?: 'auto' | 'always';
  /** Money that comes in is coloured, in addition to its sign. */
  readonly isColoured?: boolean;
}

/** An exact amount with its currency. */
export function Money({ amount, currency, sign = 'auto', isColoured = false }: MoneyProps) {
  const isIncoming = isColoured && !isNegative(amount) && /[1-9]/.test(amount);
  return (
    <Text span inherit className="amount" c={isIncoming ? 'var(--console-incoming)' : undefined}>
      {moneyText(amount, currency, sign)}
    </Text>
  );
}
