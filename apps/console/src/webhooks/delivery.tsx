import { Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { WebhookDelivery, WebhookEndpoint } from '@tributary/client';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { answerText } from './webhook-words';

interface DeliveryProps {
  readonly delivery: WebhookDelivery;
  readonly endpoint: WebhookEndpoint;
}

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
        <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} aria-label="Attempts" role="region">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Number</Table.Th>
                <Table.Th>Time</Table.Th>
                <Table.Th>Answer</Table.Th>
                <Table.Th ta="right">Took</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attempts.map((attempt) => (
                <Table.Tr key={attempt.number}>
                  <Table.Td>{attempt.number}</Table.Td>
                  <Table.Td>
                    <When at={attempt.attempted_at} />
                  </Table.Td>
                  <Table.Td>
                    <Status kind={attempt.error === null ? 'good' : 'bad'} label={answerText(attempt)} />
                  </Table.Td>
                  <Table.Td ta="right">{attempt.duration_ms} ms</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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

/** The request as the endpoint gets it. The bodies that were sent are not kept, so an example of the event is shown. */
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
      {sample.isPending && <Loading rows={3} />}
      {sample.isError && <Problem error={sample.error} retry={sample.refetch} />}
      {sample.isSuccess && (
        <Code block tabIndex={0} aria-label="Body of such an event" mah={320}>
          {JSON.stringify(sample.data[0], null, 2)}
        </Code>
      )}
    </Stack>
  );
}
