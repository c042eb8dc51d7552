import { Accordion, Button, Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { When } from '../elements/dates/when';
import { valueIn, valuesOf } from '../elements/forms/choices';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { Status } from '../elements/status';
import { Delivery } from './delivery';
import type { EndpointSearch } from './endpoint-search';
import { Recover } from './recover';
import { DELIVERY_WORDS } from './webhook-words';

const route = getRouteApi('/webhooks/$endpointId');
const LABELS = valuesOf(DELIVERY_WORDS).map((value) => ({ value, label: DELIVERY_WORDS[value].label }));

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint;
}

/** The deliveries of an endpoint, newest first, each with its attempts. */
export function Deliveries({ endpoint }: DeliveriesProps) {
  const { status, page = 1 } = route.useSearch();
  const go = useGo(endpoint);
  const [isRecovering, setRecovering] = useState(false);
  const deliveries = $api.useQuery('get', '/webhooks/{webhookId}/deliveries', {
    params: {
      path: { webhookId: endpoint.id },
      query: {
        'page[size]': 25,
        'page[number]': page,
        ...(status === undefined ? {} : { 'filter[status]': status }),
      },
    },
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label="Status"
          placeholder="Any"
          clearable
          data={LABELS}
          value={status ?? null}
          onChange={(chosen) => go({ status: valueIn(DELIVERY_WORDS, chosen) })}
        />
        <Button variant="default" onClick={() => setRecovering(true)}>
          Send again all that failed
        </Button>
      </Group>
      <QueryState query={deliveries} empty={<NoDeliveries isFiltered={status !== undefined} />}>
        {({ data, meta }) => (
          <>
            <DeliveryList endpoint={endpoint} deliveries={data} />
            <Pages total={meta.last_page} page={page} onChange={(to) => go({ status, page: to })} />
          </>
        )}
      </QueryState>
      {isRecovering && <Recover endpointId={endpoint.id} onClose={() => setRecovering(false)} />}
    </Stack>
  );
}

function useGo({ id }: WebhookEndpoint): (search: EndpointSearch) => void {
  const navigate = route.useNavigate();
  return (search) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId: id }, search, replace: true });
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Nothing title="No delivery has this status">Clear the filter to see the others.</Nothing>
  ) : (
    <Nothing title="Nothing was sent yet">Send a test event to see one.</Nothing>
  );
}

interface DeliveryListProps extends DeliveriesProps {
  readonly deliveries: readonly WebhookDelivery[];
}

function DeliveryList({ endpoint, deliveries }: DeliveryListProps) {
  const search = route.useSearch();
  const go = useGo(endpoint);
  return (
    <Accordion
      order={2}
      variant="contained"
      value={search.delivery ?? null}
      onChange={(id) => go({ ...search, delivery: id ?? undefined })}
    >
      {deliveries.map((delivery) => (
        <Accordion.Item key={delivery.id} value={delivery.id}>
          <Accordion.Control>
            <Summary delivery={delivery} />
          </Accordion.Control>
          <Accordion.Panel>
            {search.delivery === delivery.id && <Delivery delivery={delivery} endpoint={endpoint} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Summary({
  delivery: { event_type: event, status, created_at: at, attempts },
}: {
  readonly delivery: WebhookDelivery;
}) {
  return (
    <Group gap="sm">
      <Status {...DELIVERY_WORDS[status]} />
      <Text size="sm" fw={500}>
        {event}
      </Text>
      <Text size="sm" c="dimmed">
        <When at={at} />
        {attempts.length > 1 && `, ${attempts.length} attempts`}
      </Text>
    </Group>
  );
}
