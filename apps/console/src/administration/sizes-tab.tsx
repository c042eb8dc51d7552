import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AdministeredServiceSizes } from '@tributary/client';
import { $api } from '../api/api';
import { QueryState } from '../elements/queries/query-state';
import { DataTable, type Column } from '../elements/tables/data-table';
import { bytesText, countText, serviceName } from './words';

/** The space that each service takes. */
export function SizesTab() {
  const sizes = $api.useQuery('get', '/admin/sizes');
  return (
    <QueryState query={sizes} rows={6}>
      {({ data: { database_bytes: bytes, services } }) => (
        <Stack maw="52rem">
          <Text>
            The database takes {bytes === null ? 'an unknown space' : <strong>{bytesText(bytes)}</strong>} on
            disk. Rows are PostgreSQL’s estimates.
          </Text>
          {services.map((service) => (
            <Service key={service.service} sizes={service} />
          ))}
        </Stack>
      )}
    </QueryState>
  );
}

function Service({ sizes }: { readonly sizes: AdministeredServiceSizes }) {
  const [isOpen, { toggle }] = useDisclosure();
  const name = serviceName(sizes.service);
  return (
    <Card withBorder component="section" aria-label={name}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Group>
          <Text>{sizes.bytes === null ? 'Unknown' : bytesText(sizes.bytes)}</Text>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={isOpen ? `Hide tables of ${name}` : `Show tables of ${name}`}
            onClick={toggle}
          >
            {isOpen ? 'Hide tables' : 'Show tables'}
          </Button>
        </Group>
      </Group>
      {isOpen && <Tables sizes={sizes} />}
    </Card>
  );
}

type TableSize = NonNullable<AdministeredServiceSizes['tables']>[number];

const COLUMNS: readonly Column<TableSize>[] = [
  { title: 'Table', cell: ({ name }) => name },
  { title: 'Rows', align: 'right', cell: ({ rows }) => countText(rows) },
  { title: 'Size', align: 'right', cell: ({ bytes }) => bytesText(bytes) },
];

function Tables({ sizes: { service, tables } }: { readonly sizes: AdministeredServiceSizes }) {
  if (tables === null) return <Text>The service does not answer. Is it running?</Text>;
  return (
    <DataTable
      label={`Tables of ${serviceName(service)}`}
      columns={COLUMNS}
      rows={tables}
      keyOf={({ name }) => name}
      minWidth={280}
    />
  );
}
