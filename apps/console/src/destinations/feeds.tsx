import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { Feed } from '@tributary/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { ActionsMenu } from '../elements/forms/icon-button';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { ForeignText } from '../elements/foreign-text';
import { QueryState } from '../elements/queries/query-state';
import { ShownOnce } from '../elements/shown-once';
import { Status } from '../elements/status';
import { DataTable, type Column } from '../elements/tables/data-table';
import { pauseText } from '../elements/working-status';
import { EditFeed } from './edit-feed';

/** Lists the feeds, by which other apps read accounts with the SimpleFIN protocol. */
export function Feeds() {
  const feeds = $api.useQuery('get', '/destinations/feed/connections', {
    params: { query: { 'page[size]': 100, sort: ['id'] } },
  });
  const [edited, setEdited] = useState<Feed | 'new' | null>(null);
  const [setupToken, setSetupToken] = useState<string | null>(null);
  const columns: readonly Column<Feed>[] = [
    ...COLUMNS,
    { title: 'Actions', cell: (feed) => <FeedMenu feed={feed} onEdit={() => setEdited(feed)} /> },
  ];
  return (
    <Stack gap="sm">
      <QueryState
        query={feeds}
        rows={2}
        empty={<Text c="dimmed">Apps that speak SimpleFIN can read your accounts from a feed.</Text>}
      >
        {({ data }) => <DataTable label="Feeds" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </QueryState>
      <Group>
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          Make a feed
        </Button>
      </Group>
      {edited !== null && (
        <EditFeed
          feed={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onToken={setSetupToken}
        />
      )}
      <ShownOnce title="Setup token" secret={setupToken} onClose={() => setSetupToken(null)}>
        Enter this token in the app that is to read the accounts. It can be used once.
      </ShownOnce>
    </Stack>
  );
}

const COLUMNS: readonly Column<Feed>[] = [
  { title: 'Name', cell: ({ name }) => <ForeignText text={name} /> },
  { title: 'Status', cell: (feed) => <FeedStatus feed={feed} /> },
  { title: 'Accounts', cell: ({ financial_accounts: ids }) => (ids === null ? 'All' : ids.length) },
  { title: 'Last read', cell: ({ last_used_at: at }) => (at === null ? 'Never' : <When at={at} />) },
];

function FeedMenu({ feed: { id, name }, onEdit }: { readonly feed: Feed; readonly onEdit: () => void }) {
  const revoke = useChange('delete', '/destinations/feed/connections/{feedId}', { done: 'Feed revoked' });
  const onRevoke = onceConfirmed(
    {
      title: 'Revoke this feed?',
      children: (
        <>
          The app that reads <ForeignText text={name} /> has no access any more. What it has read stays there.
        </>
      ),
      confirm: 'Revoke',
      isDangerous: true,
    },
    () => revoke.mutate({ params: { path: { feedId: id } } }),
  );
  return (
    <ActionsMenu label={`Actions for ${name}`}>
      <Menu.Item onClick={onEdit}>Change</Menu.Item>
      <Menu.Item color="red" onClick={onRevoke}>
        Revoke
      </Menu.Item>
    </ActionsMenu>
  );
}

function FeedStatus({ feed: { paused, claimed, claim_expires_at: expiresAt } }: { readonly feed: Feed }) {
  const [openedAtMs] = useState(() => Date.now());
  if (paused !== null) {
    return (
      <>
        <Status kind="paused" label="Paused" />
        <Text size="xs" c="dimmed">
          {pauseText(paused)}
        </Text>
      </>
    );
  }
  if (claimed === 'true') return <Status kind="good" label="In use" />;
  if (new Date(expiresAt).getTime() < openedAtMs) {
    return <Status kind="bad" label="Setup token expired: make a new feed" />;
  }
  return <Status kind="working" label="Waits for its setup token" />;
}
