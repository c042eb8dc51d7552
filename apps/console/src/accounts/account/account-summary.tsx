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

interface AccountProps {
  readonly account: FinancialAccount;
}

/** The balance of an account, its condition and the state of its sync. */
export function AccountSummary({ account }: AccountProps) {
  const { balance, financial_connection: connection = null } = account;
  const { kind, label, detail } = accountCondition(account);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {connection !== null && <InstitutionLogo institution={connection.institution ?? null} size={40} />}
        <div>
          <Text fz="h2" fw={600} lh={1.2}>
            <Balance amount={balance.cleared} currency={account.currency || null} />
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
      <AccountFacts account={account} />
    </Stack>
  );
}

function AccountFacts({ account }: AccountProps) {
  const {
    id,
    balance,
    iban,
    account_number_masked: masked,
    sync,
    transactions_last_synced_at: last,
  } = account;
  const number = iban || masked;
  const nextAllowedAt = sync?.next_allowed_at ?? null;
  return (
    <Facts
      facts={{
        Available: <Balance amount={balance.available} currency={account.currency || null} />,
        Number: number ? <ForeignText text={number} /> : null,
        'Waits for you':
          account.review_count === '0' ? null : (
            <ScreenLink size="sm" to={`/reviews?account=${id}`}>
              {counted(Number(account.review_count), 'review')}
            </ScreenLink>
          ),
        'Next sync': nextSyncText(account, useNow()),
        History: historyText(account),
        'Last sync': last === '' ? null : <When at={last} />,
        'The bank allows it again': nextAllowedAt === null ? null : <When at={nextAllowedAt} />,
      }}
    />
  );
}
