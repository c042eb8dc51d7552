import { Anchor, Button, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@tributary/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ShownOnce } from '../elements/shown-once';
import { WorkingStatus } from '../elements/working-status';
import { CreateEndpoint } from './create-endpoint';

/** Endpoints that are called when something happens. */
export function WebhooksScreen() {
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Add an endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" actions={add}>
      <Endpoints />
      {isCreating && (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onCreated={(endpoint) => {
            setCreating(false);
            setSecret(endpoint.secret ?? null);
          }}
        />
      )}
      <ShownOnce title="Signing secret" secret={secret} onClose={() => setSecret(null)}>
        Give it to the program behind the endpoint, which verifies by it that a request comes from here. How
        to do that is shown in the endpoint’s tab “Verify”.
      </ShownOnce>
    </Page>
  );
}

function Endpoints() {
  const endpoints = $api.useQuery('get', '/webhooks', {
    params: { query: { 'page[size]': 100, sort: ['id'] } },
  });
  if (endpoints.isPending) return <Loading />;
  if (endpoints.isError) return <Problem error={endpoints.error} retry={endpoints.refetch} />;
  const { data } = endpoints.data;
  if (data.length === 0) {
    return (
      <Nothing title="No endpoint yet">
        A program of yours can be called when transactions are new, a balance changes or a consent ends. Add
        its address to begin.
      </Nothing>
    );
  }
  return (
    <Table.ScrollContainer minWidth={520} type="native" tabIndex={0} aria-label="Endpoints" role="region">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Events</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((endpoint) => (
            <Row key={endpoint.id} endpoint={endpoint} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, url, description, enabled, events, health, paused } = endpoint;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          underline="always"
          className="breaking"
          renderRoot={(props) => <Link {...props} to="/webhooks/$endpointId" params={{ endpointId: id }} />}
        >
          {url}
        </Anchor>
        {description !== null && (
          <Text size="xs" c="dimmed">
            <ForeignText text={description} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <WorkingStatus health={health} isEnabled={enabled} paused={paused} />
      </Table.Td>
      <Table.Td>{events.length === 1 ? events[0] : `${events.length} events`}</Table.Td>
    </Table.Tr>
  );
}
