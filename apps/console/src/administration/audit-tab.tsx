import { Stack, Table, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AdministrationEvent } from '@tributary/client';
import { $api } from '../api/api';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Problem } from '../elements/problems/problem';
import { When } from '../elements/dates/when';
import { CountedPages } from './counted-pages';

const route = getRouteApi('/administration');

const ACTS: Readonly<Record<AdministrationEvent['act'], string>> = {
  USER_CREATED: 'Created a user',
  USER_CHANGED: 'Changed a user',
  USER_DELETED: 'Deleted a user',
  PASSWORD_RESET: 'Replaced a password',
  INVITATION_CREATED: 'Invited somebody',
  INVITATION_WITHDRAWN: 'Withdrew an invitation',
  DEAD_LETTER_SHOWN: 'Looked at a dead letter',
  DEAD_LETTERS_REPLAYED: 'Replayed dead letters',
  DEAD_LETTERS_DROPPED: 'Dropped dead letters',
  QUERY_MODEL_REBUILD_STARTED: 'Started a rebuild of the query model',
  QUERY_MODEL_REBUILD_CANCELLED: 'Cancelled a rebuild of the query model',
  PROVIDER_KEYS_SET: 'Entered the keys of a provider',
  PROVIDER_KEYS_REMOVED: 'Removed the keys of a provider',
};

/** What administrators did. */
export function AuditTab() {
  const { page = 1 } = route.useSearch();
  const events = $api.useQuery(
    'get',
    '/admin/audit',
    { params: { query: { 'page[number]': page } } },
    { placeholderData: keepPreviousData },
  );
  if (events.isPending) return <Loading />;
  if (events.isError) return <Problem error={events.error} retry={events.refetch} />;
  const { data, meta } = events.data;
  if (data.length === 0) {
    return <Nothing title="Nothing yet">What administrators do here is recorded, and listed here.</Nothing>;
  }
  return (
    <Stack>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Network</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td>
                  <When at={event.created_at} />
                </Table.Td>
                <Table.Td>
                  <ForeignText text={event.administrator_name} />
                </Table.Td>
                <Table.Td>
                  {ACTS[event.act]}
                  <Text size="xs" c="dimmed">
                    {[event.subject, event.result].filter(Boolean).join(': ')}
                  </Text>
                </Table.Td>
                <Table.Td>{event.address ?? 'Unknown'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <CountedPages meta={meta} />
    </Stack>
  );
}
