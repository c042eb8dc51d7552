import { Anchor, Button, Checkbox, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { TransferLink } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { confirmed } from '../elements/changes/confirmed';
import { ForeignText } from '../elements/foreign-text';
import { Loading } from '../elements/loading';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { Problem } from '../elements/problems/problem';
import { ScreenButton } from '../elements/screen-link';
import { useChange } from '../elements/changes/use-change';
import { HistoryProgress, LinkStatus } from './link-status';
import { accountName, outcomeOf, targetName } from './link-words';

const route = getRouteApi('/links');

/** Every link with its progress; several are paused, resumed or deleted together. */
export function LinkList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const links = $api.useQuery('get', '/transfer-links', {
    params: {
      query: { 'page[size]': 50, 'page[number]': page, include: ['financial_account', 'destination'] },
    },
  });
  if (links.isPending) return <Loading />;
  if (links.isError) return <Problem error={links.error} retry={links.refetch} />;
  const { data, meta } = links.data;
  if (meta.total === 0) {
    return (
      <Nothing
        title="No links yet"
        action={<ScreenButton to="/links?view=matrix">Link accounts</ScreenButton>}
      >
        A link sends an account’s transactions to a budget, a spreadsheet or a database.
      </Nothing>
    );
  }
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const present = data.filter(({ id }) => chosen.has(id));
  const allChosen = present.length === data.length;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Checkbox
          label="Choose all on this page"
          checked={allChosen}
          indeterminate={present.length > 0 && !allChosen}
          onChange={() => setChosen(new Set(allChosen ? [] : data.map(({ id }) => id)))}
        />
        <Acts links={present} onDone={() => setChosen(new Set())} />
      </Group>
      <Stack gap="xs" hiddenFrom="sm">
        {data.map((link) => (
          <Paper key={link.id}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                <Choose link={link} isChosen={chosen.has(link.id)} onToggle={toggle} />
                <LinkStatus link={link} />
              </Group>
              <Names link={link} />
              <HistoryProgress history={link.history} />
            </Stack>
          </Paper>
        ))}
      </Stack>
      <Table visibleFrom="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Choose</Table.Th>
            <Table.Th>Link</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>History</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((link) => (
            <Table.Tr key={link.id}>
              <Table.Td>
                <Choose link={link} isChosen={chosen.has(link.id)} onToggle={toggle} />
              </Table.Td>
              <Table.Td>
                <Names link={link} />
              </Table.Td>
              <Table.Td>
                <LinkStatus link={link} />
              </Table.Td>
              <Table.Td>
                <HistoryProgress history={link.history} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pages
        total={meta.last_page}
        page={page}
        onChange={(next) => void navigate({ to: '/links', search: (old) => ({ ...old, page: next }) })}
      />
    </Stack>
  );
}

interface ChooseProps {
  readonly link: TransferLink;
  readonly isChosen: boolean;
  readonly onToggle: (id: string) => void;
}

function Choose({ link, isChosen, onToggle }: ChooseProps) {
  const label = `Choose ${accountName(link.financial_account)} to ${targetName(link.destination)}`;
  return <Checkbox size="md" aria-label={label} checked={isChosen} onChange={() => onToggle(link.id)} />;
}

function Names({ link }: { readonly link: TransferLink }) {
  return (
    <div>
      <Anchor
        underline="always"
        renderRoot={(props) => <Link {...props} to="/links/$linkId" params={{ linkId: link.id }} />}
      >
        <ForeignText text={accountName(link.financial_account)} />
      </Anchor>
      <Text size="sm">
        to <ForeignText text={targetName(link.destination)} />
      </Text>
    </div>
  );
}

/** What is done with several links at once. */
function Acts({ links, onDone }: { readonly links: readonly TransferLink[]; readonly onDone: () => void }) {
  const change = useChange('put', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'changed'),
    onSuccess: onDone,
  });
  const remove = useChange('delete', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'deleted'),
    onSuccess: onDone,
  });
  if (links.length === 0) return <Text c="dimmed">Choose links to change them together.</Text>;
  const setActive = (active: boolean) =>
    change.mutate({ body: { transfer_links: links.map(({ id }) => ({ id, active })) } });
  const onDelete = async () => {
    const title = `Delete ${links.length} ${links.length === 1 ? 'link' : 'links'}?`;
    const children = 'What they have sent stays at the destinations. What waits is not sent any more.';
    if (!(await confirmed({ title, children, confirm: 'Delete', isDangerous: true }))) return;
    remove.mutate({ body: { transfer_link_ids: links.map(({ id }) => id) } });
  };
  return (
    <Group gap="xs">
      <Text size="sm">{links.length} chosen</Text>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => setActive(false)}>
        Pause
      </Button>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => setActive(true)}>
        Resume
      </Button>
      <Button
        size="xs"
        color="red"
        variant="light"
        loading={remove.isPending}
        onClick={() => void onDelete()}
      >
        Delete
      </Button>
    </Group>
  );
}
