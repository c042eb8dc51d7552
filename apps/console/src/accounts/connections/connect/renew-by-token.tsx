import { Paper, Stack, Title } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { useChange } from '../../../elements/changes/use-change';
import { SetupTokenForm } from './setup-token-form';
import { useConnectSearch } from './use-connect-search';

/** Another setup token for a connection that has one already. */
export function RenewByToken({ connection }: { readonly connection: FinancialConnection }) {
  const { go } = useConnectSearch();
  const renew = useChange('post', '/finance/connections/{connectionId}/reauthorize', {
    done: 'The setup token was used',
    isErrorShown: true,
    onSuccess: ({ data: { status } }) =>
      go({ step: undefined, outcome: status === 'ACTIVE' ? 'given' : 'unavailable' }, { replace: true }),
  });
  return (
    <Paper maw={640}>
      <Stack>
        <Title order={2} size="h4">
          Connect SimpleFIN again
        </Title>
        <SetupTokenForm
          button="Use the token"
          isPending={renew.isPending}
          error={renew.error}
          submit={(setupToken) =>
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
