import { Stack, List, Text, Title, Paper } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { Link } from '@tanstack/react-router';
import { $api } from '../../../api/api';
import { Nothing } from '../../../elements/nothing';
import { QueryState } from '../../../elements/queries/query-state';
import { ScreenButton, ScreenLink } from '../../../elements/screen-link';
import { ChooseDestinations } from './choose-destinations';
import { ConsentOutcome } from './consent-outcome';
import { FoundAccounts, useAccountsOf } from './found-accounts';
import { useConnectSearch } from './use-connect-search';
import { ForeignText } from '../../../elements/foreign-text';
import { accountName, historyText } from '../../account-words';
import { connectionName } from '../connection-name';
import { useChange } from '../../../elements/changes/use-change';
import { SetupTokenForm } from './setup-token-form';

/** A connection after the consent: its accounts, and where they go. */
export function ConnectedInstitution({ connectionId }: { readonly connectionId: string }) {
  const { search } = useConnectSearch();
  const connection = $api.useQuery('get', '/finance/connections/{connectionId}', {
    params: { path: { connectionId }, query: { include: ['institution'] } },
  });
  return (
    <QueryState query={connection} rows={6} notFound={<Gone />}>
      {({ data }) =>
        search.step === 'token' ? (
          <RenewByToken connection={data} />
        ) : (
          <Stack>
            <ConsentOutcome connection={data} />
            <Step connection={data} />
          </Stack>
        )
      }
    </QueryState>
  );
}

function Gone() {
  return (
    <Nothing
      title="This connection is not there any more"
      action={<ScreenButton to="/connect">Start again</ScreenButton>}
    >
      It was deleted, or it belongs to another user.
    </Nothing>
  );
}

function Step({ connection }: { readonly connection: FinancialConnection }) {
  const { step = 'accounts' } = useConnectSearch().search;
  if (connection.status === 'PENDING') return null;
  switch (step) {
    case 'accounts':
      return <FoundAccounts connection={connection} />;
    case 'destinations':
      return <ChooseDestinations connection={connection} />;
    case 'done':
      return <Connected connection={connection} />;
    case 'token':
      return <RenewByToken connection={connection} />;
    default:
      return step satisfies never;
  }
}

/** The last step: the accounts of the new connection, with links to them. */
function Connected({ connection }: { readonly connection: FinancialConnection }) {
  const accounts = useAccountsOf(connection.id);
  return (
    <Stack align="flex-start">
      <Title order={2} size="h4">
        <ForeignText text={connectionName(connection)} /> is set up
      </Title>
      <Text size="sm">Its history is being read. You can leave this page.</Text>
      <QueryState query={accounts} rows={3}>
        {({ data }) => (
          <List size="sm">
            {data.map((account) => (
              <List.Item key={account.id}>
                <Link to="/accounts/$accountId" params={{ accountId: account.id }}>
                  <ForeignText text={accountName(account)} />
                </Link>
                {`: ${historyText(account)}. `}
                <ScreenLink to={`/transactions?account_id=${account.id}`}>Transactions</ScreenLink>
              </List.Item>
            ))}
          </List>
        )}
      </QueryState>
      <ScreenButton to="/accounts">All accounts</ScreenButton>
    </Stack>
  );
}

/** A form that replaces the setup token of a connection. */
function RenewByToken({ connection }: { readonly connection: FinancialConnection }) {
  const { changeSearch } = useConnectSearch();
  const renew = useChange('post', '/finance/connections/{connectionId}/reauthorize', {
    done: 'The setup token was used',
    isErrorShown: true,
    onSuccess: ({ data: { status } }) =>
      changeSearch(
        { step: undefined, outcome: status === 'ACTIVE' ? 'given' : 'unavailable' },
        { replace: true },
      ),
  });
  return (
    <Paper maw={640}>
      <Stack>
        <Title order={2} size="h4">
          Connect SimpleFIN again
        </Title>
        <SetupTokenForm
          button="Use the token"
          change={renew}
          onToken={(setupToken) =>
            renew.mutate({
              params: { path: { connectionId: connection.id } },
              body: { setup_token: setupToken },
            })
          }
        />
      </Stack>
    </Paper>
  );
}
