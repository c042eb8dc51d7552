import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { $api } from '../api/api';
import { QueryState } from '../elements/queries/query-state';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { DataTable, type Column } from '../elements/tables/data-table';
import { answerText } from './webhook-words';

interface DeliveryProps {
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
}

const COLUMNS: readonly Column<WebhookAttempt>[] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Time', cell: ({ attempted_at: at }) => <When at={at} /> },
  {
    title: 'Answer',
    cell: (attempt) => <Status kind={attempt.error === null ? 'good' : 'bad'} label={answerText(attempt)} />,
  },
  { title: 'Took', align: 'right', cell: ({ duration_ms: ms }) => `${ms} ms` },
];

/** A delivery: its attempts, what was sent, and a button that sends it again. */
export function Delivery({ delivery, endpoint }: DeliveryProps) {
  const { id, attempts, next_attempt_at: nextAt } = delivery;
  const redeliver = useChange('post', '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
    done: 'It is sent again',
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={3} size="h5">
          Attempts
        </Title>
        <Button
          size="xs"
          variant="default"
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate({ params: { path: { webhookId: endpoint.id, deliveryId: id } } })}
        >
          Send again
        </Button>
      </Group>
      {attempts.length === 0 ? (
        <Text c="dimmed">None yet.</Text>
      ) : (
        <DataTable
          label="Attempts"
          columns={COLUMNS}
          rows={attempts}
          keyOf={({ number }) => number}
          minWidth={420}
        />
      )}
      {nextAt !== null && (
        <Text size="sm">
          The next attempt is at <When at={nextAt} />.
        </Text>
      )}
      <Request delivery={delivery} endpoint={endpoint} />
    </Stack>
  );
}

/** The request as the endpoint gets it. The service does not store bodies, so an example of the event is shown. */
function Request({ delivery, endpoint }: DeliveryProps) {
  const { message_id: messageId, event_type: event, attempts } = delivery;
  const last = attempts.at(-1);
  const sample = $api.useQuery('get', '/webhooks/samples', {
    params: { query: { 'filter[type]': event, 'page[size]': 1 } },
  });
  const head = [
    `POST ${endpoint.url}`,
    'content-type: application/json',
    `webhook-id: ${messageId}`,
    `webhook-timestamp: ${last === undefined ? '…' : Math.floor(new Date(last.attempted_at).getTime() / 1000)}`,
    'webhook-signature: v1,…',
  ].join('\n');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Request
      </Title>
      <Code block tabIndex={0} aria-label="Headers" className="breaking">
        {head}
      </Code>
      <Text size="sm" c="dimmed">
        Bodies are not kept after they were sent. This is what such an event looks like:
      </Text>
      <QueryState query={sample} rows={3}>
        {([first]) => (
          <Code block tabIndex={0} aria-label="Body of such an event" mah={320}>
            {JSON.stringify(first, null, 2)}
          </Code>
        )}
      </QueryState>
    </Stack>
  );
}
