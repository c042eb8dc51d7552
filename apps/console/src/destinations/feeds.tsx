import { ActionIcon, Button, Group, Menu, Stack, Table, Text } from '@mantine/core';
import type { Feed } from '@tributary/client';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { $api } from '../api/api';
import { confirmed } from '../elements/changes/confirmed';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Problem } from '../elements/problems/problem';
import { ShownOnce } from '../elements/shown-once';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { pauseText } from '../elements/working-status';
import { EditFeed } from './edit-feed';

/** Accounts that other apps read by the SimpleFIN protocol. */
export function Feeds() {
  const feeds = $api.useQuery('get', '/destinations/feed/connections', {
    params: { query: { 'page[size]': 100, sort: ['id'] } },
  });
  const [edited, setEdited] = useState<Feed | 'new' | null>(null);
  const [setupToken, setSetupToken] = useState<string | null>(null);
  if (feeds.isPending) return <Loading rows={2} />;
  if (feeds.isError) return <Problem error={feeds.error} retry={feeds.refetch} />;
  const make = (
    <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      Make a feed
    </Button>
  );
  return (
    <Stack gap="sm" align="stretch">
      {feeds.data.data.length === 0 ? (
        <Text c="dimmed">Apps that speak SimpleFIN can read your accounts from a feed.</Text>
      ) : (
        <FeedTable feeds={feeds.data.data} onEdit={setEdited} />
      )}
      <Group>{make}</Group>
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

function FeedTable({
  feeds,
  onEdit,
}: {
  readonly feeds: readonly Feed[];
  readonly onEdit: (feed: Feed) => void;
}) {
  const revoke = useChange('delete', '/destinations/feed/connections/{feedId}', { done: 'Feed revoked' });
  const onRevoke = async ({ id, name }: Feed) => {
    const title = 'Revoke this feed?';
    const children = (
      <>
        The app that reads <ForeignText text={name} /> has no access any more. What it has read stays there.
      </>
    );
    if (!(await confirmed({ title, children, confirm: 'Revoke', isDangerous: true }))) return;
    revoke.mutate({ params: { path: { feedId: id } } });
  };
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} aria-label="Feeds" role="region">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Accounts</Table.Th>
            <Table.Th>Last read</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {feeds.map((feed) => (
            <Table.Tr key={feed.id}>
              <Table.Td>
                <ForeignText text={feed.name} />
              </Table.Td>
              <Table.Td>
                <FeedStatus feed={feed} />
              </Table.Td>
              <Table.Td>{feed.financial_accounts === null ? 'All' : feed.financial_accounts.length}</Table.Td>
              <Table.Td>{feed.last_used_at === null ? 'Never' : <When at={feed.last_used_at} />}</Table.Td>
              <Table.Td>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon variant="default" size="md" aria-label={`Actions for ${feed.name}`}>
                      <Ellipsis size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => onEdit(feed)}>Change</Menu.Item>
                    <Menu.Item color="red" onClick={() => void onRevoke(feed)}>
                      Revoke
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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
