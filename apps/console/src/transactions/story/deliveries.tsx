import { Button, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { $api } from '../../api/api';
import { allOf } from '../../api/reading';
import { useChange } from '../../elements/changes/use-change';
import { counted } from '../../elements/counted';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { DELIVERY_WORDS } from '../../webhooks/webhook-words';
import type { Transaction } from '../transaction';

/** A delivery of one event, with the endpoint that it went to. */
interface Announcement {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
}

const COLUMNS: readonly Column<Announcement>[] = [
  { title: 'When', cell: ({ delivery }) => <When at={delivery.created_at} /> },
  {
    title: 'Endpoint',
    cell: ({ endpoint: { id, description, url } }) => (
      <ScreenLink to={`/webhooks/${id}`}>
        <ForeignText text={description || url} />
      </ScreenLink>
    ),
  },
  { title: 'Event', cell: ({ delivery }) => delivery.event_type },
  { title: 'Result', cell: ({ delivery }) => <Result delivery={delivery} /> },
  { title: 'What to do', cell: (announcement) => <SendAgain {...announcement} /> },
];

/** The webhook deliveries that announced the transaction, to all endpoints. */
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
  return (
    <QueryState query={allOf(endpoints, ...lists)} rows={2}>
      {() => {
        const announcements = known.flatMap((endpoint, index) =>
          (lists[index]?.data?.data ?? []).map((delivery) => ({ endpoint, delivery })),
        );
        return announcements.length === 0 ? (
          <Text size="sm" c="dimmed">
            It was sent to no endpoint. <ScreenLink to="/webhooks">Webhooks</ScreenLink> announce transactions
            to your programs.
          </Text>
        ) : (
          <DataTable
            label="Webhook deliveries"
            columns={COLUMNS}
            rows={announcements}
            keyOf={({ endpoint, delivery }) => `${endpoint.id} ${delivery.id}`}
            minWidth={640}
          />
        );
      }}
    </QueryState>
  );
}

function Result({ delivery: { status, attempts, attempts_count: count } }: Pick<Announcement, 'delivery'>) {
  const last = attempts.at(-1);
  return (
    <Stack gap={2} align="flex-start">
      <Status {...DELIVERY_WORDS[status]} />
      <Text size="xs" c="dimmed">
        {counted(count, 'attempt')}
        {last !== undefined && `, last answer ${last.status_code ?? last.error ?? 'none'}`}
      </Text>
    </Stack>
  );
}

function SendAgain({ endpoint, delivery }: Announcement) {
  const again = useChange('post', '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
    done: 'Delivery queued again',
  });
  return (
    <Button
      size="compact-xs"
      mih={24}
      variant="default"
      loading={again.isPending}
      onClick={() => again.mutate({ params: { path: { webhookId: endpoint.id, deliveryId: delivery.id } } })}
    >
      Send again
    </Button>
  );
}
