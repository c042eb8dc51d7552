import { Button, Stack, Text } from '@mantine/core';
import type { DriftDifference } from '@tributary/client';
import { client } from '../../api/api';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useAction } from '../../elements/changes/use-change';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { DRIFT_WORDS } from './drift-words';

interface DifferencesProps {
  readonly differences: readonly DriftDifference[];
  readonly linkId: string;
}

/** The differences that a check found, each with advice. */
export function Differences({ differences, linkId }: DifferencesProps) {
  const columns: readonly Column<DriftDifference>[] = [
    {
      title: 'Difference',
      cell: ({ kind, fields }) => (
        <>
          <Status kind="warning" label={DRIFT_WORDS[kind].label} />
          {fields.length > 0 && <Text size="xs">{fields.join(', ')}</Text>}
        </>
      ),
    },
    { title: 'Sent', cell: ({ sent }) => <Side side={sent} /> },
    { title: 'There', cell: ({ held }) => <Side side={held} /> },
    { title: 'What to do', cell: (difference) => <Act difference={difference} linkId={linkId} /> },
  ];
  return (
    <DataTable
      label="Differences"
      columns={columns}
      rows={differences}
      keyOf={({ place }) => place}
      minWidth={720}
    />
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
  const retry = useAction((id: string) => retryLast(linkId, id), { done: 'It is sent again' });
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
