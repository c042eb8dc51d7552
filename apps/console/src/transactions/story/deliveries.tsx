import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { components } from '@tributary/client';
import { $api } from '../../api/api';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { Status, type StatusKind } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import type { Transaction } from '../transaction';

type Delivery = components['schemas']['WebhookDelivery'];
type Endpoint = components['schemas']['WebhookEndpoint'];

const STATUSES: Readonly<Record<Delivery['status'], readonly [StatusKind, string]>> = {
  PENDING: ['working', 'Waits'],
  DELIVERED: ['good', 'Delivered'],
  FAILED: ['bad', 'Failed'],
  DISCARDED: ['paused', 'Discarded'],
};

/** Every webhook that announced the transaction, to whatever endpoint. */
export function Deliveries({ transaction: { id } }: { readonly transaction: Transaction }) {
  const endpoints = $api.useQuery('get', '/webhooks', { params: { query: { 'page[size]': 100 } } });
  const known = endpoints.data?.data ?? [];
  const lists = useQueries({
    queries: known.map((endpoint) =>
      $api.queryOptions('get', '/webhooks/{webhookId}/deliveries', {
        params: {
          path: { webhookId: endpoint.id },
          query: { 'filter[transaction_id]': id, sort: ['id'], 'page[size]': 100 },
        },
      }),
    ),
  });
  const failed = lists.find(({ isError }) => isError);
  if (endpoints.isError) return <Problem error={endpoints.error} retry={endpoints.refetch} />;
  if (failed) return <Problem error={failed.error} retry={failed.refetch} />;
  if (endpoints.isPending || lists.some(({ isPending }) => isPending)) return <Loading rows={2} />;
  const deliveries = known.flatMap((endpoint, index) =>
    (lists[index]?.data?.data ?? []).map((delivery) => ({ endpoint, delivery })),
  );
  if (deliveries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        It was sent to no endpoint. <ScreenLink to="/webhooks">Webhooks</ScreenLink> announce transactions to
        your programs.
      </Text>
    );
  }
  return (
    <Table.ScrollContainer
      minWidth={640}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Webhook deliveries' } }}
    >
      <Table aria-label="Webhook deliveries">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Endpoint</Table.Th>
            <Table.Th>Event</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>What to do</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map(({ endpoint, delivery }) => (
            <DeliveryRow key={`${endpoint.id} ${delivery.id}`} endpoint={endpoint} delivery={delivery} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface DeliveryRowProps {
  readonly endpoint: Endpoint;
  readonly delivery: Delivery;
}

function DeliveryRow({ endpoint, delivery }: DeliveryRowProps) {
  const again = useChange('post', '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
    done: 'Delivery queued again',
  });
  const [kind, label] = STATUSES[delivery.status];
  const last = delivery.attempts.at(-1);
  return (
    <Table.Tr>
      <Table.Td>
        <When at={delivery.created_at} />
      </Table.Td>
      <Table.Td>
        <ScreenLink to={`/webhooks/${endpoint.id}`}>
          <ForeignText text={endpoint.description || endpoint.url} />
        </ScreenLink>
      </Table.Td>
      <Table.Td>{delivery.event_type}</Table.Td>
      <Table.Td>
        <Stack gap={2} align="flex-start">
          <Status kind={kind} label={label} />
          <Text size="xs" c="dimmed">
            {delivery.attempts_count} {delivery.attempts_count === 1 ? 'attempt' : 'attempts'}
            {last !== undefined && `, last answer ${last.status_code ?? last.error ?? 'none'}`}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Button
            size="compact-xs"
            mih={24}
            variant="default"
            loading={again.isPending}
            onClick={() =>
              again.mutate({ params: { path: { webhookId: endpoint.id, deliveryId: delivery.id } } })
            }
          >
            Send again
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
