import { Text } from '@mantine/core';
import type { DestinationKind } from '@tributary/client';
import { useConnections, type Connection } from '../api/destinations';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { DataTable, type Column } from '../elements/tables/data-table';
import { WorkingStatus } from '../elements/working-status';
import { ConnectionMenu } from './connection-menu';
import { titleOf } from './kind-words';

interface ConnectionsProps {
  readonly kinds: readonly DestinationKind[];
}

/** The connections of every kind. */
export function Connections({ kinds }: ConnectionsProps) {
  const actions: Column<Connection> = {
    title: 'Actions',
    cell: (connection) => <ConnectionMenu connection={connection} kinds={kinds} />,
  };
  return (
    <QueryState query={useConnections(kinds)} empty={<NoConnections />}>
      {(connections) => (
        <DataTable
          label="Connections"
          columns={[...COLUMNS, actions]}
          rows={connections}
          keyOf={({ kind, id }) => `${kind.type} ${id}`}
          minWidth={640}
        />
      )}
    </QueryState>
  );
}

function NoConnections() {
  return (
    <Nothing title="No destination yet">
      Connect a budget, a spreadsheet or a database. Then <ScreenLink to="/links">link accounts</ScreenLink>{' '}
      to it, and their transactions are sent there.
    </Nothing>
  );
}

const COLUMNS: readonly Column<Connection>[] = [
  {
    title: 'Name',
    cell: ({ name, kind }) => (
      <>
        <ForeignText text={name} />
        <Text size="xs" c="dimmed">
          {titleOf(kind)}
        </Text>
      </>
    ),
  },
  { title: 'Status', cell: (connection) => <WorkingStatus {...connection} /> },
  {
    title: 'Contains',
    cell: ({ kind, targets, links }) => (
      <>
        {targets} {targets === 1 ? kind.target.name : kind.target.plural}
        <Text size="xs" c="dimmed">
          {links.length === 0 ? (
            <ScreenLink inherit to="/links">
              Link an account
            </ScreenLink>
          ) : (
            `${links.length} linked`
          )}
        </Text>
      </>
    ),
  },
  { title: 'Last read', cell: ({ lastReadAt: at }) => (at === null ? 'Not yet' : <When at={at} />) },
];
