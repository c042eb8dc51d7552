import { Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AdministrationEvent } from '@tributary/client';
import { $api } from '../api/api';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { QueryState } from '../elements/queries/query-state';
import { DataTable, type Column } from '../elements/tables/data-table';
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
  WORK_REQUESTED: 'Requested work of a service',
  TOKEN_REVOKED: 'Revoked a token',
  GRANT_REVOKED: 'Ended what an app may do',
  ACCESSES_REVOKED: 'Revoked all tokens and grants of a user',
  APP_DELETED: 'Deleted an app',
};

const COLUMNS: readonly Column<AdministrationEvent>[] = [
  { title: 'When', cell: ({ created_at: at }) => <When at={at} /> },
  { title: 'Who', cell: ({ administrator_name: name }) => <ForeignText text={name} /> },
  {
    title: 'What',
    cell: ({ act, subject, result }) => (
      <>
        {ACTS[act]}
        <Text size="xs" c="dimmed">
          {[subject, result].filter(Boolean).join(': ')}
        </Text>
      </>
    ),
  },
  { title: 'Network', cell: ({ address }) => address ?? 'Unknown' },
];

/** The acts of administrators, newest first. */
export function AuditTab() {
  const { page = 1 } = route.useSearch();
  const events = $api.useQuery(
    'get',
    '/admin/audit',
    { params: { query: { 'page[number]': page } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryState
      query={events}
      empty={<Nothing title="Nothing yet">What administrators do here is recorded, and listed here.</Nothing>}
    >
      {({ data, meta }) => (
        <Stack>
          <DataTable
            label="Audit trail"
            columns={COLUMNS}
            rows={data}
            keyOf={({ id }) => id}
            minWidth={640}
          />
          <CountedPages meta={meta} />
        </Stack>
      )}
    </QueryState>
  );
}
