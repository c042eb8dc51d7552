import { Button, Group, Table, Text } from '@mantine/core';
import type { components } from '@tributary/client';
import { $api } from '../../api/api';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import type { Transaction } from '../transaction';

type TransferLog = components['schemas']['TransferLog'];

const LOGS_MAX = 100;

const OPERATIONS: Readonly<Record<TransferLog['operation'], string>> = {
  CREATE: 'Create',
  UPDATE: 'Update',
  DELETE: 'Delete',
};

const STATES: Readonly<Record<NonNullable<NonNullable<TransferLog['destination_state']>>, string>> = {
  PRESENT: 'there as it was sent',
  CHANGED: 'changed there by you',
  RECONCILED: 'reconciled there by you',
  DELETED: 'deleted there by you',
  REMOVED: 'removed',
  ABSENT: 'not there',
  UNKNOWN: 'not known yet',
};

/** Each attempt to send it to a destination, with its result, retry and undo. */
export function Transfers({ transaction: { id } }: { readonly transaction: Transaction }) {
  const logs = $api.useQuery('get', '/transfer-logs', {
    params: { query: { 'filter[transaction_id]': id, sort: ['id'], 'page[size]': LOGS_MAX } },
  });
  if (logs.isPending) return <Loading rows={2} />;
  if (logs.isError) return <Problem error={logs.error} retry={logs.refetch} />;
  const { data } = logs.data;
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        It was sent to no destination. <ScreenLink to="/links">Links</ScreenLink> decide what is sent where.
      </Text>
    );
  }
  const latest = new Map(data.map((log) => [log.transfer_link_id, log.id]));
  return (
    <Table.ScrollContainer
      minWidth={640}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Transfers' } }}
    >
      <Table aria-label="Transfers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Link</Table.Th>
            <Table.Th>Operation</Table.Th>
            <Table.Th>Result</Table.Th>
            <Table.Th>At the destination</Table.Th>
            <Table.Th>What to do</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((log) => (
            <LogRow key={log.id} log={log} isLatest={latest.get(log.transfer_link_id) === log.id} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function LogRow({ log, isLatest }: { readonly log: TransferLog; readonly isLatest: boolean }) {
  return (
    <Table.Tr>
      <Table.Td>
        <When at={log.created_at} />
      </Table.Td>
      <Table.Td>
        <ScreenLink to={`/links/${log.transfer_link_id}`}>Link {log.transfer_link_id}</ScreenLink>
      </Table.Td>
      <Table.Td>{OPERATIONS[log.operation]}</Table.Td>
      <Table.Td>
        {log.status === 'FAILED' ? (
          <Status kind="bad" label="Failed" />
        ) : (
          <Status kind="good" label="Transferred" />
        )}{' '}
        {log.error !== null && <ForeignText text={log.error} />}
      </Table.Td>
      <Table.Td>{log.destination_state ? STATES[log.destination_state] : ''}</Table.Td>
      <Table.Td>{isLatest ? <WhatToDo log={log} /> : 'Later attempts follow'}</Table.Td>
    </Table.Tr>
  );
}

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
  const isThere = log.destination_state === 'PRESENT' || log.destination_state === 'CHANGED';
  if (!isThere) return 'Nothing';
  const remove = async () => {
    const isConfirmed = await confirmed({
      title: 'Undo this transfer?',
      children: 'The row is removed at the destination. The transaction stays here.',
      confirm: 'Undo the transfer',
      isDangerous: true,
    });
    if (isConfirmed) undo.mutate({ params });
  };
  return (
    <Group gap="xs">
      <Button
        size="compact-xs"
        mih={24}
        variant="default"
        loading={undo.isPending}
        onClick={() => void remove()}
      >
        Undo transfer
      </Button>
    </Group>
  );
}
