import { Accordion, Button, Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { Status } from '../elements/status';
import { When } from '../elements/dates/when';
import { Delivery } from './delivery';
import { STATUSES, type EndpointSearch } from './endpoint-search';
import { Recover } from './recover';
import { DELIVERY_LOOKS } from './webhook-words';

const route = getRouteApi('/webhooks/$endpointId');
const OPTIONS = STATUSES.map((value) => ({ value, label: DELIVERY_LOOKS[value].label }));

/** The deliveries of an endpoint, newest first, each with its attempts. */
export function Deliveries({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const search = route.useSearch();
  const { status, delivery: openId, page = 1 } = search;
  const navigate = route.useNavigate();
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
  const go = (next: EndpointSearch) =>
    void navigate({
      to: '/webhooks/$endpointId',
      params: { endpointId: endpoint.id },
      search: next,
      replace: true,
    });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label="Status"
          placeholder="Any"
          clearable
          data={OPTIONS}
          value={status ?? null}
          onChange={(chosen) => {
            const known = STATUSES.find((one) => one === chosen);
            go(known === undefined ? {} : { status: known });
          }}
        />
        <Button variant="default" onClick={() => setRecovering(true)}>
          Send again all that failed
        </Button>
      </Group>
      {deliveries.isPending && <Loading />}
      {deliveries.isError && <Problem error={deliveries.error} retry={deliveries.refetch} />}
      {deliveries.isSuccess && deliveries.data.meta.total === 0 && (
        <Nothing title={status === undefined ? 'Nothing was sent yet' : 'No delivery has this status'}>
          {status === undefined ? 'Send a test event to see one.' : 'Clear the filter to see the others.'}
        </Nothing>
      )}
      {deliveries.isSuccess && deliveries.data.meta.total > 0 && (
        <>
          <Accordion
            order={2}
            variant="contained"
            value={openId ?? null}
            onChange={(id) => {
              const { delivery: _, ...kept } = search;
              go(id === null ? kept : { ...kept, delivery: id });
            }}
          >
            {deliveries.data.data.map((delivery) => (
              <Accordion.Item key={delivery.id} value={delivery.id}>
                <Accordion.Control>
                  <Summary delivery={delivery} />
                </Accordion.Control>
                <Accordion.Panel>
                  {openId === delivery.id && <Delivery delivery={delivery} endpoint={endpoint} />}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
          <Pages
            total={deliveries.data.meta.last_page}
            page={page}
            onChange={(next) => go({ ...(status === undefined ? {} : { status }), page: next })}
          />
        </>
      )}
      {isRecovering && <Recover endpointId={endpoint.id} onClose={() => setRecovering(false)} />}
    </Stack>
  );
}

function Summary({
  delivery: { event_type: event, status, created_at: at, attempts },
}: {
  readonly delivery: WebhookDelivery;
}) {
  return (
    <Group gap="sm">
      <Status {...DELIVERY_LOOKS[status]} />
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
