import { Table, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { DestinationKind } from '@tributary/client';
import { $api } from '../api/api';
import { connectionsPath } from '../api/destinations';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Problem } from '../elements/problems/problem';
import { ScreenLink } from '../elements/screen-link';
import { When } from '../elements/dates/when';
import { WorkingStatus } from '../elements/working-status';
import { type Connection, fromWire } from './connection';
import { ConnectionMenu } from './connection-menu';
import { titleOf } from './kind-words';

/** The connections of every kind. */
export function Connections({ kinds }: { readonly kinds: readonly DestinationKind[] }) {
  const { connections, isPending, error, refetch } = useConnections(kinds);
  if (isPending) return <Loading />;
  if (error !== null) return <Problem error={error} retry={refetch} />;
  if (connections.length === 0) {
    return (
      <Nothing title="No destination yet">
        Connect a budget, a spreadsheet or a database. Then <ScreenLink to="/links">link accounts</ScreenLink>{' '}
        to it, and their transactions are sent there.
      </Nothing>
    );
  }
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label="Connections" role="region">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Contains</Table.Th>
            <Table.Th>Last read</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connections.map((connection) => (
            <Row key={`${connection.kind.type} ${connection.id}`} connection={connection} kinds={kinds} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({
  connection,
  kinds,
}: {
  readonly connection: Connection;
  readonly kinds: readonly DestinationKind[];
}) {
  const { kind, name, links, targets, lastReadAt } = connection;
  return (
    <Table.Tr>
      <Table.Td>
        <ForeignText text={name} />
        <Text size="xs" c="dimmed">
          {titleOf(kind)}
        </Text>
      </Table.Td>
      <Table.Td>
        <WorkingStatus {...connection} />
      </Table.Td>
      <Table.Td>
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
      </Table.Td>
      <Table.Td>{lastReadAt === null ? 'Not yet' : <When at={lastReadAt} />}</Table.Td>
      <Table.Td>
        <ConnectionMenu connection={connection} kinds={kinds} />
      </Table.Td>
    </Table.Tr>
  );
}

function useConnections(kinds: readonly DestinationKind[]) {
  return useQueries({
    queries: kinds.map((kind) => connectionsOf(kind)),
    combine: (found) => ({
      connections: found.flatMap(({ data }) => data ?? []),
      isPending: found.some(({ isPending }) => isPending),
      error: found.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all(found.map(({ refetch }) => refetch())),
    }),
  });
}

function connectionsOf(kind: DestinationKind) {
  const targets = `${memberOf(kind.unit)}.${memberOf(kind.target)}`;
  // As the API names them for this kind.
  const include = [memberOf(kind.unit), targets, `${targets}.transfer_links`] as 'budgets'[];
  return {
    ...$api.queryOptions('get', connectionsPath(kind), {
      params: { query: { 'page[size]': 100, sort: ['id'], include } },
    }),
    select: ({ data }: { readonly data: readonly object[] }) => data.map((one) => fromWire(kind, one)),
  };
}

function memberOf({ plural }: DestinationKind['unit']): string {
  return plural.replaceAll(' ', '_');
}
