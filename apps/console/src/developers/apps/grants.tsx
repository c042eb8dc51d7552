import { Group, Stack, Text } from '@mantine/core';
import type { Grant, MadeByApp } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Losses, onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import { ForeignText } from '../../elements/foreign-text';
import { visibleText } from '../../elements/bank-text';
import { Nothing } from '../../elements/nothing';
import { QueryState } from '../../elements/queries/query-state';
import { actionsColumn, DataTable, RowButton, type Column } from '../../elements/tables/data-table';
import { Extent } from '../access/extent';
import { NarrowGrant } from '../access/narrow-access';
import { KINDS, PausedThings, useMadeByApps } from './made-by-apps';

const COLUMNS: readonly Column<Grant>[] = [
  {
    title: 'App',
    cell: ({ name, app_name: appName }) => (
      <>
        <ForeignText text={name} />
        {appName !== name && (
          <Text size="xs" c="dimmed" component="div">
            <ForeignText text={appName} />
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'May',
    cell: ({ scopes, financial_accounts: ids }) => <Extent scopes={scopes} accountIds={ids} />,
  },
  { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <When at={at} />) },
  { title: 'Ends', cell: ({ expires_at: at }) => (at === null ? 'when you end it' : <When at={at} />) },
];

/** The accesses that the user gave to apps. */
export function Grants() {
  const [narrowed, setNarrowed] = useState<Grant | null>(null);
  const grants = $api.useQuery('get', '/grants', { params: { query: { 'page[size]': 100, sort: ['-id'] } } });
  const actions = actionsColumn<Grant>((grant) => (
    <GrantActs grant={grant} onNarrow={() => setNarrowed(grant)} />
  ));
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        What you let apps do. You can narrow it or end it; what an app made for you pauses where it needs
        more.
      </Text>
      <PausedThings />
      {narrowed !== null && <NarrowGrant grant={narrowed} onClose={() => setNarrowed(null)} />}
      <QueryState
        query={grants}
        empty={
          <Nothing title="No app has access">
            An app that you allow to use your accounts appears here, with what it may do.
          </Nothing>
        }
      >
        {({ data }) => (
          <DataTable
            label="Apps with access"
            columns={[...COLUMNS, actions]}
            rows={data}
            keyOf={({ id }) => id}
            minWidth={680}
          />
        )}
      </QueryState>
    </Stack>
  );
}

interface GrantActsProps {
  readonly grant: Grant;
  readonly onNarrow: () => void;
}

function GrantActs({ grant: { id, name }, onNarrow }: GrantActsProps) {
  const made = useMadeByApps();
  const end = useChange('delete', '/grants/{grantId}', { done: 'The access of the app has ended' });
  const onEnd = onceConfirmed(
    {
      title: `End the access of ${name}?`,
      children: <GrantLosses made={(made.data?.data ?? []).filter((thing) => isMadeBy(id, thing))} />,
      confirm: 'End access',
      isDangerous: true,
    },
    () => end.mutate({ params: { path: { grantId: id } } }),
  );
  return (
    <Group gap="xs" wrap="nowrap">
      <RowButton words="Narrow" label={`Narrow the access of ${name}`} onClick={onNarrow} />
      <RowButton words="End" label={`End the access of ${name}`} onClick={onEnd} />
    </Group>
  );
}

function isMadeBy(grantId: string, { grant_id: madeBy, paused }: MadeByApp): boolean {
  return paused === null && madeBy === `app:${grantId}`;
}

function GrantLosses({ made }: { readonly made: readonly MadeByApp[] }) {
  return (
    <Stack gap="xs">
      <div>Its tokens stop working at once. The app can ask you for access again.</div>
      {made.length > 0 && (
        <>
          <div>What it made for you pauses. You can keep it then:</div>
          <Losses lines={made.map(({ kind, name }) => `${KINDS[kind].word}: ${visibleText(name)}`)} />
        </>
      )}
    </Stack>
  );
}
