import { Button, Text } from '@mantine/core';
import type { TransferLog } from '@tributary/client';
import { $api } from '../../api/api';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { DESTINATION_STATE_WORDS, OPERATION_WORDS } from '../../transfers/transfer-words';
import type { Transaction } from '../transaction';

const LOGS_MAX = 100;

/** Each attempt to send it to a destination, with its result, retry and undo. */
export function Transfers({ transaction: { id } }: { readonly transaction: Transaction }) {
  const logs = $api.useQuery('get', '/transfer-logs', {
    params: { query: { 'filter[transaction_id]': id, sort: ['id'], 'page[size]': LOGS_MAX } },
  });
  return (
    <QueryState query={logs} rows={2} empty={<NotSent />}>
      {({ data }) => {
        const latest = new Map(data.map((log) => [log.transfer_link_id, log.id]));
        const whatToDo: Column<TransferLog> = {
          title: 'What to do',
          cell: (log) =>
            latest.get(log.transfer_link_id) === log.id ? <WhatToDo log={log} /> : 'Later attempts follow',
        };
        return (
          <DataTable
            label="Transfers"
            columns={[...COLUMNS, whatToDo]}
            rows={data}
            keyOf={(log) => log.id}
            minWidth={640}
          />
        );
      }}
    </QueryState>
  );
}

function NotSent() {
  return (
    <Text size="sm" c="dimmed">
      It was sent to no destination. <ScreenLink to="/links">Links</ScreenLink> decide what is sent where.
    </Text>
  );
}

const COLUMNS: readonly Column<TransferLog>[] = [
  { title: 'When', cell: ({ created_at: at }) => <When at={at} /> },
  {
    title: 'Link',
    cell: ({ transfer_link_id: id }) => <ScreenLink to={`/links/${id}`}>Link {id}</ScreenLink>,
  },
  { title: 'Operation', cell: ({ operation }) => OPERATION_WORDS[operation] },
  {
    title: 'Result',
    cell: ({ status, error }) => (
      <>
        {status === 'FAILED' ? (
          <Status kind="bad" label="Failed" />
        ) : (
          <Status kind="good" label="Transferred" />
        )}{' '}
        {error !== null && <ForeignText text={error} />}
      </>
    ),
  },
  {
    title: 'At the destination',
    cell: ({ destination_state: state }) => (state ? DESTINATION_STATE_WORDS[state] : ''),
  },
];

function WhatToDo({ log }: { readonly log: TransferLog }) {
  const retry = useChange('post', '/transfer-logs/{transferLogId}/retry', { done: 'Retry queued' });
  const undo = useChange('post', '/transfer-logs/{transferLogId}/undo', { done: 'Removal queued' });
  const params = { path: { transferLogId: log.id } };
  if (log.status === 'FAILED') {
    return (
      <Button size="compact-xs" mih={24} loading={retry.isPending} onClick={() => retry.mutate({ params })}>
        Retry
      </Button>
    );
  }
  const { destination_state: state } = log;
  if (state !== 'PRESENT' && state !== 'CHANGED') return 'Nothing';
  const remove = onceConfirmed(
    {
      title: 'Undo this transfer?',
      children: 'The row is removed at the destination. The transaction stays here.',
      confirm: 'Undo the transfer',
      isDangerous: true,
    },
    () => undo.mutate({ params }),
  );
  return (
    <Button size="compact-xs" mih={24} variant="default" loading={undo.isPending} onClick={remove}>
      Undo transfer
    </Button>
  );
}
