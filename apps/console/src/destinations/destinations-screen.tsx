import { Alert, Button, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useDestinationKinds } from '../api/destinations';
import { Loading } from '../elements/loading';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ConnectDestination } from './connect-destination';
import { Connections } from './connections';
import { Feeds } from './feeds';
import { outcomeText } from './kind-words';

const route = getRouteApi('/destinations');

/** Where transactions are sent: each connection, its health, and what can be done about it. */
export function DestinationsScreen() {
  const kinds = useDestinationKinds();
  const [isConnecting, setConnecting] = useState(false);
  if (kinds.isPending) {
    return (
      <Page title="Destinations">
        <Loading />
      </Page>
    );
  }
  if (kinds.isError) {
    return (
      <Page title="Destinations">
        <Problem error={kinds.error} retry={kinds.refetch} />
      </Page>
    );
  }
  const connect = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      Connect a destination
    </Button>
  );
  return (
    <Page title="Destinations" actions={connect}>
      <Outcome />
      <Connections kinds={kinds.data.data} />
      <Stack gap="sm" mt="lg">
        <Title order={2} size="h3">
          Feeds
        </Title>
        <Feeds />
      </Stack>
      {isConnecting && <ConnectDestination kinds={kinds.data.data} onClose={() => setConnecting(false)} />}
    </Page>
  );
}

/** The result of signing in at a destination. */
function Outcome() {
  const { outcome } = route.useSearch();
  const navigate = route.useNavigate();
  if (outcome === undefined) return null;
  const { isGood, text } = outcomeText(outcome);
  return (
    <Alert
      role="status"
      color={isGood ? 'green' : 'yellow'}
      title={isGood ? 'Connected' : 'Not connected'}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => void navigate({ to: '/destinations', search: {}, replace: true })}
    >
      {text}
    </Alert>
  );
}
