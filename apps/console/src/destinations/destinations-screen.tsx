import { Alert, Button, Stack, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { DestinationKind } from '@tributary/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useDestinationKinds } from '../api/destinations';
import { Page } from '../elements/page';
import { QueryState } from '../elements/queries/query-state';
import { ConnectDestination } from './connect-destination';
import { Connections } from './connections';
import { Feeds } from './feeds';
import { outcomeText } from './kind-words';

const route = getRouteApi('/destinations');

/** The destinations of transactions: each connection with its health and its actions, and the feeds. */
export function DestinationsScreen() {
  const kinds = useDestinationKinds();
  return (
    <QueryState query={kinds} page="Destinations">
      {({ data }) => <Destinations kinds={data} />}
    </QueryState>
  );
}

function Destinations({ kinds }: { readonly kinds: readonly DestinationKind[] }) {
  const [isConnecting, setConnecting] = useState(false);
  const connect = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      Connect a destination
    </Button>
  );
  return (
    <Page title="Destinations" actions={connect}>
      <Outcome />
      <Connections kinds={kinds} />
      <Stack gap="sm" mt="lg">
        <Title order={2} size="h3">
          Feeds
        </Title>
        <Feeds />
      </Stack>
      {isConnecting && <ConnectDestination kinds={kinds} onClose={() => setConnecting(false)} />}
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
