import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AdministeredServiceSizes } from '@tributary/client';
import { $api } from '../api/api';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { bytesText, countText, serviceName } from './words';

/** What each service stores. */
export function SizesTab() {
  const sizes = $api.useQuery('get', '/admin/sizes');
  if (sizes.isPending) return <Loading rows={6} />;
  if (sizes.isError) return <Problem error={sizes.error} retry={sizes.refetch} />;
  const { database_bytes: bytes, services } = sizes.data.data;
  return (
    <Stack maw="52rem">
      <Text>
        The database takes {bytes === null ? 'an unknown space' : <strong>{bytesText(bytes)}</strong>} on
        disk. Rows are PostgreSQL’s estimates.
      </Text>
      {services.map((service) => (
        <Service key={service.service} sizes={service} />
      ))}
    </Stack>
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

function Tables({ sizes: { tables } }: { readonly sizes: AdministeredServiceSizes }) {
  if (tables === null) return <Text>The service does not answer. Is it running?</Text>;
  return (
    <Table mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Table</Table.Th>
          <Table.Th ta="right">Rows</Table.Th>
          <Table.Th ta="right">Size</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tables.map(({ name, rows, bytes }) => (
          <Table.Tr key={name}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
            <Table.Td ta="right">{countText(rows)}</Table.Td>
            <Table.Td ta="right">{bytesText(bytes)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
