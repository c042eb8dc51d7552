import { Group, Tabs, Text, Button, Menu } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { WebhookEndpoint } from '@tributary/client';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Page } from '../elements/page';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { WorkingStatus } from '../elements/working-status';
import { Deliveries } from './deliveries';
import { EndpointSettings } from './endpoint-settings';
import { TABS } from './endpoint-search';
import { Verify } from './verify';
import { useChange } from '../elements/changes/use-change';
import { EVENT_WORDS } from './webhook-words';

/** Charts are loaded where they are shown. */
const Figures = lazy(async () => ({ default: (await import('./figures')).Figures }));

const route = getRouteApi('/webhooks/$endpointId');
const LABELS: Readonly<Record<(typeof TABS)[number], string>> = {
  deliveries: 'Deliveries',
  figures: 'Rate and speed',
  verify: 'Verify',
  settings: 'Settings',
};

/** An endpoint: its deliveries, how fast it answers, how to verify a request, and its settings. */
export function EndpointScreen() {
  const { endpointId } = route.useParams();
  const endpoint = $api.useQuery('get', '/webhooks/{webhookId}', {
    params: { path: { webhookId: endpointId } },
  });
  return (
    <QueryState
      query={endpoint}
      page="Webhook endpoint"
      wayOut={<ScreenLink to="/webhooks">All endpoints</ScreenLink>}
    >
      {({ data }) => (
        <Page title="Webhook endpoint" actions={<SendTest endpoint={data} />}>
          <div>
            <Text className="breaking" fw={500}>
              {data.url}
            </Text>
            {data.description !== null && (
              <Text size="sm" c="dimmed">
                <ForeignText text={data.description} />
              </Text>
            )}
          </div>
          <Group>
            <WorkingStatus health={data.health} isEnabled={data.enabled} paused={data.paused} />
          </Group>
          <EndpointTabs endpoint={data} />
        </Page>
      )}
    </QueryState>
  );
}

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
}

function EndpointTabs({ endpoint }: EndpointProps) {
  const { tab = 'deliveries' } = route.useSearch();
  const navigate = route.useNavigate();
  const onTab = (chosen: string | null) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId: endpoint.id },
      search: { tab: TABS.find((one) => one === chosen) },
    });
  return (
    <Tabs value={tab} onChange={onTab} keepMounted={false}>
      <Tabs.List mb="md">
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {LABELS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="deliveries">
        <Deliveries endpoint={endpoint} />
      </Tabs.Panel>
      <Tabs.Panel value="figures">
        <Suspense fallback={<Loading />}>
          <Figures endpointId={endpoint.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="verify">
        <Verify />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <EndpointSettings endpoint={endpoint} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Sends an invented event, and shows its delivery. */
function SendTest({ endpoint: { id, events } }: EndpointProps) {
  const navigate = route.useNavigate();
  const test = useChange('post', '/webhooks/{webhookId}/test', {
    done: 'Test event is on its way',
    onSuccess: ({ data }) =>
      navigate({ to: '/webhooks/$endpointId', params: { endpointId: id }, search: { delivery: data.id } }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={test.isPending}>Send a test event</Button>
      </Menu.Target>
      <Menu.Dropdown mah={320}>
        {events.map((event) => (
          <Menu.Item
            key={event}
            onClick={() => test.mutate({ params: { path: { webhookId: id } }, body: { event } })}
          >
            {EVENT_WORDS[event]} ({event})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
