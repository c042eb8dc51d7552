import { Button, Group, Stack, Text } from '@mantine/core';
import type { FinancialAccount, FinancialConnection } from '@tributary/client';
import { dayText, distanceText } from '../../elements/dates/dates';
import { ForeignText } from '../../elements/foreign-text';
import { Status } from '../../elements/status';
import { connectionCondition } from '../account-words';
import { ConnectionActions } from '../connections/connection-actions';
import { Section } from '../../elements/section';
import { useReauthorize } from '../connections/use-consent';
import { useNow } from '../use-now';

/** The consent that an account is read with. */
export function AccountConsent({ account }: { readonly account: FinancialAccount }) {
  const { financial_connection: connection = null } = account;
  return (
    <Section
      title="Consent"
      actions={connection === null ? undefined : <ConnectionActions connection={connection} />}
    >
      {connection === null ? (
        <Text size="sm" c="dimmed">
          The connection of this account is not there any more.
        </Text>
      ) : (
        <Consent connection={connection} />
      )}
    </Section>
  );
}

function Consent({ connection }: { readonly connection: FinancialConnection }) {
  const { kind, label, detail } = connectionCondition(connection);
  const { consent_expires_at: endsAt } = connection;
  const consent = useReauthorize();
  const now = useNow();
  const canRenew = connection.status === 'ACTIVE' || connection.status === 'FAILING';
  return (
    <Stack gap="xs">
      <div>
        <Status kind={kind} label={label} />
      </div>
      {detail !== null && (
        <Text size="sm">
          <ForeignText text={detail} />
        </Text>
      )}
      <Text size="sm">
        {endsAt === null
          ? 'It has no end that is known.'
          : `${Date.parse(endsAt) < now ? 'Ended' : 'Ends'} on ${dayText(endsAt)}, ${distanceText(endsAt, now)}.`}
      </Text>
      {canRenew && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={consent.isPending}
            onClick={() => consent.renew(connection.id)}
          >
            Renew it now
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        The consent is for all accounts of the connection. Until a new one is given, this one stays in use.
      </Text>
    </Stack>
  );
}
