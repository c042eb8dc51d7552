import { Button, Group, List, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Grant, MadeByApp } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { Extent } from '../access/extent';
import { KINDS, PausedThings, useMadeByApps } from './made-by-apps';
import { NarrowGrant } from '../access/narrow-access';

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
      <PausedThings />
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
  const made = useMadeByApps();
  const end = useChange('delete', '/grants/{grantId}', { done: 'The access of the app has ended' });
  const onEnd = async ({ id, name }: Grant) => {
    const isSure = await confirmed({
      title: `End the access of ${name}?`,
      children: <WhatEnds made={(made.data?.data ?? []).filter((thing) => isMadeBy(id, thing))} />,
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

function isMadeBy(grantId: string, { grant_id: madeBy, paused }: MadeByApp): boolean {
  return paused === null && madeBy === `app:${grantId}`;
}

function WhatEnds({ made }: { readonly made: readonly MadeByApp[] }) {
  return (
    <Stack gap="xs">
      <div>Its tokens stop working at once. The app can ask you for access again.</div>
      {made.length > 0 && (
        <>
          <div>What it made for you pauses. You can keep it then:</div>
          <List size="sm">
            {made.map(({ kind, id, name }) => (
              <List.Item key={`${kind} ${id}`}>
                {KINDS[kind].word}: <ForeignText text={name} />
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
