import { Stack, Text } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import { Money } from '../../elements/money/money';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { When } from '../../elements/dates/when';
import { Facts } from '../facts';
import { Section } from '../../elements/section';

/** Shows whether the stored transactions add up to the change of the balance that the bank reports. */
export function Reconciliation({ account }: { readonly account: FinancialAccount }) {
  const { reconciliation = null } = account;
  return (
    <Section title="Reconciliation">
      {reconciliation === null ? (
        <Text size="sm" c="dimmed">
          The balance is compared with the transactions once the bank has reported it at two syncs.
        </Text>
      ) : (
        <Stack gap="sm">
          <Difference account={account} reconciliation={reconciliation} />
          <Facts
            facts={{
              Since: <When at={reconciliation.since} />,
              Compared: <When at={reconciliation.checked_at} />,
              'Change of the balance': (
                <Money
                  amount={reconciliation.balance_change}
                  currency={reconciliation.currency}
                  sign="always"
                />
              ),
              'Sum of the transactions': (
                <Money
                  amount={reconciliation.transactions_total}
                  currency={reconciliation.currency}
                  sign="always"
                />
              ),
            }}
          />
        </Stack>
      )}
    </Section>
  );
}

interface DifferenceProps {
  readonly account: FinancialAccount;
  readonly reconciliation: NonNullable<FinancialAccount['reconciliation']>;
}

function Difference({ account, reconciliation: { difference, currency } }: DifferenceProps) {
  if (!/[1-9]/.test(difference)) {
    return (
      <div>
        <Status kind="good" label="Balance and transactions agree" />
      </div>
    );
  }
  return (
    <>
      <div>
        <Status kind="warning" label="Balance and transactions differ" />
      </div>
      <Text size="sm">
        {'By '}
        <Money amount={difference} currency={currency} sign="always" />
        {'. The bank may still book something, or list an entry twice. Compare '}
        <ScreenLink to={`/transactions?account_id=${account.id}`}>its transactions</ScreenLink>
        {' with the statement; pending entries may wait in '}
        <ScreenLink to="/reviews">Reviews</ScreenLink>.
      </Text>
    </>
  );
}
