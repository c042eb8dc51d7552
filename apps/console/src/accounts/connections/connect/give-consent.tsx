import { Button, Group, List, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Institution } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../../api/api';
import { useChange } from '../../../elements/changes/use-change';
import { ForeignText } from '../../../elements/foreign-text';
import { ChangeForm } from '../../../elements/forms/change-form';
import { QueryState } from '../../../elements/queries/query-state';
import { providerName } from '../../account-words';
import { InstitutionLogo } from '../../institution-logo';
import { consentReturn } from '../use-consent';
import { SetupTokenForm } from './setup-token-form';
import { useConnectSearch } from './use-connect-search';

/** Explains which data is read, and opens the institution's own page or asks for a setup token. */
export function GiveConsent({ institutionId }: { readonly institutionId: string }) {
  const institution = $api.useQuery('get', '/finance/institutions/{institutionId}', {
    params: { path: { institutionId } },
  });
  return (
    <QueryState
      query={institution}
      wayOut={
        <Group mt="md">
          <Back />
        </Group>
      }
    >
      {({ data }) =>
        data.integrator === 'SIMPLEFIN' ? <ByToken institution={data} /> : <Consent institution={data} />
      }
    </QueryState>
  );
}

function Consent({ institution }: { readonly institution: Institution }) {
  const { changeSearch } = useConnectSearch();
  const form = useForm({
    initialValues: { sync_start_date: '', sync_pending_transactions: true, sync_balances: true },
  });
  const create = useChange('post', '/finance/connections', {
    done: 'The page for your consent opens',
    isErrorShown: true,
    onSuccess: async ({ data: { id, auth_url: consentPage } }) => {
      // The address names the connection, so that going back from the bank's page finds it again.
      await changeSearch({ connection: id }, { replace: true });
      if (consentPage !== null) location.assign(consentPage);
    },
  });
  const { id, max_historical_days: days, supports_pending_transactions: pending } = institution;
  const submit = form.onSubmit(({ sync_start_date: from, ...config }) =>
    create.mutate({
      body: {
        institution_id: id,
        redirect_url: consentReturn(),
        config: { ...config, ...(from === '' ? {} : { sync_start_date: from }) },
      },
    }),
  );
  return (
    <Paper maw={640}>
      <ChangeForm onSubmit={submit} change={create} submit="Continue to the consent" buttons={<Back />}>
        <Heading institution={institution} />
        <ConsentSteps />
        <TextInput
          type="date"
          maw={260}
          label="History from"
          description={`Empty: as far back as it goes, up to ${days} days.`}
          {...form.getInputProps('sync_start_date')}
        />
        <Switch label="Read balances" {...form.getInputProps('sync_balances', { type: 'checkbox' })} />
        {pending === 'true' && (
          <Switch
            label="Read pending transactions"
            {...form.getInputProps('sync_pending_transactions', { type: 'checkbox' })}
          />
        )}
      </ChangeForm>
    </Paper>
  );
}

function ConsentSteps() {
  return (
    <List size="sm" type="ordered">
      <List.Item>You confirm on the next page that this Tributary may read your accounts.</List.Item>
      <List.Item>
        You sign in at your bank or broker and choose the accounts. Tributary never sees your password.
      </List.Item>
      <List.Item>You come back here and choose what to sync.</List.Item>
    </List>
  );
}

/** Connects by a setup token, which the user makes at a server of their choice. No page of the institution opens. */
function ByToken({ institution }: { readonly institution: Institution }) {
  const { changeSearch } = useConnectSearch();
  const [from, setFrom] = useState('');
  const create = useChange('post', '/finance/connections', {
    done: 'The setup token was used',
    isErrorShown: true,
    onSuccess: ({ data: { id, status } }) =>
      changeSearch(
        { connection: id, outcome: status === 'ACTIVE' ? 'given' : 'unavailable' },
        { replace: true },
      ),
  });
  const connect = (setupToken: string) =>
    create.mutate({
      body: {
        institution_id: institution.id,
        setup_token: setupToken,
        config: { sync_pending_transactions: true, ...(from === '' ? {} : { sync_start_date: from }) },
      },
    });
  return (
    <Paper maw={640}>
      <Stack>
        <Heading institution={institution} />
        <SetupTokenForm button="Connect" change={create} onToken={connect} back={<Back />}>
          <TextInput
            type="date"
            maw={260}
            label="History from"
            description="Empty: as far back as the server goes."
            value={from}
            onChange={({ currentTarget: { value } }) => setFrom(value)}
          />
        </SetupTokenForm>
      </Stack>
    </Paper>
  );
}

function Heading({ institution }: { readonly institution: Institution }) {
  return (
    <Group wrap="nowrap">
      <InstitutionLogo institution={institution} size={40} />
      <div>
        <Title order={2} size="h4">
          <ForeignText text={institution.name} />
        </Title>
        <Text size="sm" c="dimmed">
          {providerName(institution.integrator)}
        </Text>
      </div>
    </Group>
  );
}

function Back() {
  const { changeSearch } = useConnectSearch();
  return (
    <Button
      variant="default"
      onClick={() => void changeSearch({ institution: undefined, connection: undefined })}
    >
      Choose another
    </Button>
  );
}
