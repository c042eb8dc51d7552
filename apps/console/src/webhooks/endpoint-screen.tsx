import { Group, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Page } from '../elements/page';
import { Problem } from '../elements/problems/problem';
import { ScreenLink } from '../elements/screen-link';
import { WorkingStatus } from '../elements/working-status';
import { Deliveries } from './deliveries';
import { EndpointSettings } from './endpoint-settings';
import { TABS } from './endpoint-search';
import { SendTest } from './send-test';
import { Verify } from './verify';

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
  const { tab = 'deliveries' } = route.useSearch();
  const navigate = route.useNavigate();
  const endpoint = $api.useQuery('get', '/webhooks/{webhookId}', {
    params: { path: { webhookId: endpointId } },
  });
  if (endpoint.isPending) {
    return (
      <Page title="Webhook endpoint">
        <Loading />
      </Page>
    );
  }
  if (endpoint.isError) {
    return (
      <Page title="Webhook endpoint">
        <Problem error={endpoint.error} retry={endpoint.refetch} />
        <ScreenLink to="/webhooks">All endpoints</ScreenLink>
      </Page>
    );
  }
  const { data } = endpoint.data;
  const onTab = (chosen: string | null) => {
    const next = TABS.find((one) => one === chosen);
    const search = next === undefined ? {} : { tab: next };
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId }, search });
  };
  return (
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
      <Tabs value={tab} onChange={onTab} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries endpoint={data} />
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <Suspense fallback={<Loading />}>
            <Figures endpointId={endpointId} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="verify">
          <Verify />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <EndpointSettings endpoint={data} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
