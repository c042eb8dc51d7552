import { Alert, Text } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { balanceText, gapTexts } from './balance-words';

type Balances = FileImport['accounts'][number]['balances'];

/** The balances that the file states of an account, and whether its rows lead from one to the other. */
export function ImportBalances({ balances }: { readonly balances: Balances }) {
  if (balances === null) return null;
  if (balances.adds_up !== false) return <Text size="sm">{balanceText(balances)}</Text>;
  return (
    <Alert color="yellow" title="The rows do not add up to the balance">
      <Text size="sm">{balanceText(balances)}</Text>
      {gapTexts(balances).map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  );
}
