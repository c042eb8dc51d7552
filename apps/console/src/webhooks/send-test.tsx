import { Button, Menu } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@tributary/client';
import { useChange } from '../elements/changes/use-change';
import { EVENT_WORDS } from './webhook-words';

const route = getRouteApi('/webhooks/$endpointId');

/** Sends an invented event, and shows its delivery. */
export function SendTest({ endpoint: { id, events } }: { readonly endpoint: WebhookEndpoint }) {
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
