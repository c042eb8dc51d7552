import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { components } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { confirmed } from '../elements/confirmed';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Problem } from '../elements/problem';
import { useChange } from '../elements/use-change';
import { When } from '../elements/when';
import { Extent } from './extent';
import { NarrowGrant } from './narrow-grant';

type Grant = components['schemas']['Grant'];

/** What the user lets apps do. */
export function Grants() {
  const [narrowed, setNarrowed] = useState<Grant | null>(null);
  const grants = $api.useQuery('get', '/grants', { params: { query: { 'page[size]': 100, sort: ['-id'] } } });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        What you let apps do. You can narrow it or end it; what an app made for you pauses where it needs
        more.
      </Text>
      {narrowed !== null && <NarrowGrant grant={narrowed} onClose={() => setNarrowed(null)} />}
      {grants.isPending && <Loading />}
      {grants.isError && <Problem error={grants.error} retry={grants.refetch} />}
      {grants.isSuccess && grants.data.data.length === 0 && (
        <Nothing title="No app has access">
          An app that you allow to use your accounts appears here, with what it may do.
        </Nothing>
      )}
      {grants.isSuccess && grants.data.data.length > 0 && (
        <GrantTable grants={grants.data.data} onNarrow={setNarrowed} />
      )}
    </Stack>
  );
}

interface GrantTableProps {
  readonly grants: readonly Grant[];
  readonly onNarrow: (grant: Grant) => void;
}

function GrantTable({ grants, onNarrow }: GrantTableProps) {
  const end = useChange('delete', '/grants/{grantId}', { done: 'The access of the app has ended' });
  const onEnd = async ({ id, name }: Grant) => {
    const isSure = await confirmed({
      title: `End the access of ${name}?`,
      children: 'Its tokens stop working at once. The app can ask you for access again.',
      confirm: 'End access',
      isDangerous: true,
    });
    if (isSure) end.mutate({ params: { path: { grantId: id } } });
  };
  return (
    <Table.ScrollContainer minWidth={680}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>App</Table.Th>
            <Table.Th>May</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Ends</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {grants.map((grant) => (
            <Table.Tr key={grant.id}>
              <Table.Td>
                <ForeignText text={grant.name} />
                {grant.app_name !== grant.name && (
                  <Text size="xs" c="dimmed" component="div">
                    <ForeignText text={grant.app_name} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Extent scopes={grant.scopes} accountIds={grant.financial_accounts} />
              </Table.Td>
              <Table.Td>{grant.last_used_at === null ? 'never' : <When at={grant.last_used_at} />}</Table.Td>
              <Table.Td>
                {grant.expires_at === null ? 'when you end it' : <When at={grant.expires_at} />}
              </Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Narrow the access of ${grant.name}`}
                    onClick={() => onNarrow(grant)}
                  >
                    Narrow
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`End the access of ${grant.name}`}
                    onClick={() => void onEnd(grant)}
                  >
                    End
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
