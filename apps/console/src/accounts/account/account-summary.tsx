import { Alert, Group, Stack, Text } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import { counted } from '../../elements/counted';
import { ForeignText } from '../../elements/foreign-text';
import { Balance } from '../../elements/money/balance';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { When } from '../../elements/dates/when';
import { accountCondition, historyText, nextSyncText } from '../account-words';
import { connectionName } from '../connections/connection-name';
import { Facts } from '../facts';
import { InstitutionLogo } from '../institution-logo';
import { useNow } from '../use-now';

/** What an account holds now, and how it is synced. */
export function AccountSummary({ account }: { readonly account: FinancialAccount }) {
  const { balance, iban, account_number_masked: masked, financial_connection: connection = null } = account;
  const currency = account.currency || null;
  const { kind, label, detail } = accountCondition(account);
  const number = iban || masked;
  const now = useNow();
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {connection !== null && <InstitutionLogo institution={connection.institution ?? null} size={40} />}
        <div>
          <Text fz="h2" fw={600} lh={1.2}>
            <Balance amount={balance.cleared} currency={currency} />
          </Text>
          <Group gap="xs">
            <Status kind={kind} label={label} />
            {connection !== null && (
              <Text size="sm" c="dimmed">
                <ForeignText text={connectionName(connection)} />
              </Text>
            )}
          </Group>
        </div>
      </Group>
      {detail !== null && (
        <Alert color={kind === 'bad' ? 'red' : 'yellow'} title={label}>
          <ForeignText text={detail} />
        </Alert>
      )}
      <Facts
        facts={[
          ['Available', <Balance key="available" amount={balance.available} currency={currency} />],
          ...(number ? [['Number', <ForeignText key="number" text={number} />] as const] : []),
          ...(account.review_count === '0'
            ? []
            : [
                [
                  'Waits for you',
                  <ScreenLink key="reviews" size="sm" to={`/reviews?account=${account.id}`}>
                    {counted(Number(account.review_count), 'review', 'reviews')}
                  </ScreenLink>,
                ] as const,
              ]),
          ['Next sync', nextSyncText(account, now)],
          ['History', historyText(account)],
          ...(account.transactions_last_synced_at === ''
            ? []
            : [['Last sync', <When key="last" at={account.transactions_last_synced_at} />] as const]),
          ...(account.sync?.next_allowed_at
            ? [
                [
                  'The bank allows it again',
                  <When key="allowed" at={account.sync.next_allowed_at} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </Stack>
  );
}
