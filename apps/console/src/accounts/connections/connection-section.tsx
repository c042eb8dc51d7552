import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Status } from '../../elements/status';
import { When } from '../../elements/dates/when';
import { AccountsTable } from '../accounts-table';
import { connectionCondition, providerName } from '../account-words';
import { ConnectionActions } from './connection-actions';
import { connectionName } from './connection-name';
import { InstitutionLogo } from '../institution-logo';

/** A connected institution with its accounts, its state, and what can be done with it. */
export function ConnectionSection({ connection }: { readonly connection: FinancialConnection }) {
  const { id, institution = null } = connection;
  const { kind, label, detail } = connectionCondition(connection);
  const heading = `institution-${id}`;
  return (
    <Paper component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <InstitutionLogo institution={institution} />
            <div>
              <Title order={2} size="h4" id={heading}>
                <ForeignText text={connectionName(connection)} />
              </Title>
              <Group gap="xs">
                <Status kind={kind} label={label} />
                {institution !== null && (
                  <Text size="sm" c="dimmed">
                    {providerName(institution.integrator)}
                  </Text>
                )}
              </Group>
            </div>
          </Group>
          <ConnectionActions connection={connection} />
        </Group>
        {detail !== null && (
          <Text size="sm">
            <ForeignText text={detail} />
          </Text>
        )}
        <ConsentLine connection={connection} />
        {connection.status !== 'PENDING' && (
          <AccountsTable
            listName={id}
            institution={connectionName(connection)}
            filter={{ 'filter[financial_connection_id]': id }}
            none="The institution has not listed an account yet."
          />
        )}
      </Stack>
    </Paper>
  );
}

function ConsentLine({ connection }: { readonly connection: FinancialConnection }) {
  const { consent_expires_at: endsAt, accounts_last_synced_at: syncedAt } = connection;
  if (endsAt === null && syncedAt === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {endsAt !== null && (
        <>
          {'Consent until '}
          <Day day={endsAt} />
          {syncedAt === null ? '' : ' · '}
        </>
      )}
      {syncedAt !== null && (
        <>
          {'Accounts read '}
          <When at={syncedAt} />
        </>
      )}
    </Text>
  );
}
