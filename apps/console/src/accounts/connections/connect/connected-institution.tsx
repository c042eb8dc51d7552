import { Stack } from '@mantine/core';
import { ApiError, type FinancialConnection } from '@tributary/client';
import { $api } from '../../../api/api';
import { Loading } from '../../../elements/loading';
import { Nothing } from '../../../elements/nothing';
import { Problem } from '../../../elements/problems/problem';
import { ScreenButton } from '../../../elements/screen-link';
import { ChooseDestinations } from './choose-destinations';
import { Connected } from './connected';
import { ConsentOutcome } from './consent-outcome';
import { FoundAccounts } from './found-accounts';
import { RenewByToken } from './renew-by-token';
import { useConnectSearch } from './use-connect-search';

/** A connection after the consent: its accounts, and where they go. */
export function ConnectedInstitution({ connectionId }: { readonly connectionId: string }) {
  const { search } = useConnectSearch();
  const connection = $api.useQuery('get', '/finance/connections/{connectionId}', {
    params: { path: { connectionId }, query: { include: ['institution'] } },
  });
  if (connection.isPending) return <Loading rows={6} />;
  if (connection.error instanceof ApiError && connection.error.status === 404) {
    return (
      <Nothing
        title="This connection is not there any more"
        action={<ScreenButton to="/connect">Start again</ScreenButton>}
      >
        It was deleted, or it belongs to another user.
      </Nothing>
    );
  }
  if (connection.isError) return <Problem error={connection.error} retry={connection.refetch} />;
  if (search.step === 'token') return <RenewByToken connection={connection.data.data} />;
  return (
    <Stack>
      <ConsentOutcome connection={connection.data.data} />
      <Step connection={connection.data.data} />
    </Stack>
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
    default: {
      const unknown: never = step;
      return unknown;
    }
  }
}
