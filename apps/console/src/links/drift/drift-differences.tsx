import { Button, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DriftDifference } from '@tributary/client';
import { client } from '../../api/api';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { showProblem } from '../../elements/changes/use-change';
import { DRIFT_WORDS } from './drift-words';

interface DifferencesProps {
  readonly differences: readonly DriftDifference[];
  readonly linkId: string;
}

/** What a check found, each with what can be done about it. */
export function Differences({ differences, linkId }: DifferencesProps) {
  return (
    <Table.ScrollContainer minWidth={720} type="native" tabIndex={0} aria-label="Differences" role="region">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Difference</Table.Th>
            <Table.Th>Sent</Table.Th>
            <Table.Th>There</Table.Th>
            <Table.Th>What to do</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((difference) => (
            <Table.Tr key={difference.place}>
              <Table.Td>
                <Status kind="warning" label={DRIFT_WORDS[difference.kind].label} />
                {difference.fields.length > 0 && <Text size="xs">{difference.fields.join(', ')}</Text>}
              </Table.Td>
              <Table.Td>
                <Side side={difference.sent} />
              </Table.Td>
              <Table.Td>
                <Side side={difference.held} />
              </Table.Td>
              <Table.Td>
                <Act difference={difference} linkId={linkId} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Side({ side }: { readonly side: DriftDifference['sent'] }) {
  if (side === null) return <Text c="dimmed">Nothing</Text>;
  const { date, amount, payee, description, cleared } = side;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {date !== null && <Day day={date} />} <span className="amount">{amount}</span>
      </Text>
      {payee !== null && (
        <Text size="sm">
          <ForeignText text={payee} />
        </Text>
      )}
      {description !== null && (
        <Text size="xs" c="dimmed">
          <ForeignText text={description} />
        </Text>
      )}
      {cleared !== null && <Text size="xs">{cleared ? 'Cleared' : 'Not cleared'}</Text>}
    </Stack>
  );
}

function Act({ difference, linkId }: { readonly difference: DriftDifference; readonly linkId: string }) {
  const { kind, transaction_id: transactionId } = difference;
  const { advice, act } = DRIFT_WORDS[kind];
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: (id: string) => retryLast(linkId, id),
    onSuccess: () => notifications.show({ color: 'green', message: 'It is sent again' }),
    onError: showProblem,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{advice}</Text>
      {act !== null && transactionId !== null && (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          disabled={retry.isSuccess}
          onClick={() => retry.mutate(transactionId)}
        >
          {retry.isSuccess ? 'Is sent' : act}
        </Button>
      )}
      {transactionId !== null && (
        <ScreenLink size="sm" to={`/transactions/${transactionId}`}>
          The transaction’s story
        </ScreenLink>
      )}
    </Stack>
  );
}

/** Retries the last attempt to send the transaction on the link. */
async function retryLast(linkId: string, transactionId: string): Promise<void> {
  const query = {
    'filter[transfer_link_id]': linkId,
    'filter[transaction_id]': transactionId,
    'page[size]': 1,
  };
  const { data } = await client.GET('/transfer-logs', { params: { query } });
  const [log] = data?.data ?? [];
  if (log === undefined) throw new Error('It is not known how this transaction was sent. Look at its story.');
  await client.POST('/transfer-logs/{transferLogId}/retry', { params: { path: { transferLogId: log.id } } });
}
