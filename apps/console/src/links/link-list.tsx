import { Anchor, Box, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { TransferLink } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { useChange } from '../elements/changes/use-change';
import { counted } from '../elements/counted';
import { ForeignText } from '../elements/foreign-text';
import { Nothing } from '../elements/nothing';
import { Pages } from '../elements/pages';
import { QueryState } from '../elements/queries/query-state';
import { ScreenButton } from '../elements/screen-link';
import { DataTable, type Column } from '../elements/tables/data-table';
import { HistoryProgress, LinkStatus } from './link-status';
import { accountName, outcomeOf, targetName } from './link-words';

const route = getRouteApi('/links');

/** All links with their progress; several are paused, resumed or deleted together. */
export function LinkList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const links = $api.useQuery('get', '/transfer-links', {
    params: {
      query: { 'page[size]': 50, 'page[number]': page, include: ['financial_account', 'destination'] },
    },
  });
  return (
    <QueryState query={links} empty={<NoLinks />}>
      {({ data, meta }) => (
        <Stack gap="md">
          <Links links={data} />
          <Pages
            total={meta.last_page}
            page={page}
            onChange={(next) => void navigate({ to: '/links', search: (old) => ({ ...old, page: next }) })}
          />
        </Stack>
      )}
    </QueryState>
  );
}

function NoLinks() {
  return (
    <Nothing title="No links yet" action={<ScreenButton to="/links?view=matrix">Link accounts</ScreenButton>}>
      A link sends an account’s transactions to a budget, a spreadsheet or a database.
    </Nothing>
  );
}

/** The links of a page: a table, or a list of cards on narrow screens. */
function Links({ links }: { readonly links: readonly TransferLink[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const present = links.filter(({ id }) => chosen.has(id));
  const allChosen = present.length === links.length;
  const choose = (link: TransferLink) => (
    <Choose link={link} isChosen={chosen.has(link.id)} onToggle={toggle} />
  );
  return (
    <>
      <Group justify="space-between">
        <Checkbox
          label="Choose all on this page"
          checked={allChosen}
          indeterminate={present.length > 0 && !allChosen}
          onChange={() => setChosen(new Set(allChosen ? [] : links.map(({ id }) => id)))}
        />
        <Acts links={present} onDone={() => setChosen(new Set())} />
      </Group>
      <Stack gap="xs" hiddenFrom="sm">
        {links.map((link) => (
          <Paper key={link.id}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                {choose(link)}
                <LinkStatus link={link} />
              </Group>
              <Names link={link} />
              <HistoryProgress history={link.history} />
            </Stack>
          </Paper>
        ))}
      </Stack>
      <Box visibleFrom="sm">
        <DataTable
          label="Links"
          columns={[{ title: 'Choose', cell: choose }, ...COLUMNS]}
          rows={links}
          keyOf={({ id }) => id}
        />
      </Box>
    </>
  );
}

const COLUMNS: readonly Column<TransferLink>[] = [
  { title: 'Link', cell: (link) => <Names link={link} /> },
  { title: 'Status', cell: (link) => <LinkStatus link={link} /> },
  { title: 'History', cell: ({ history }) => <HistoryProgress history={history} /> },
];

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

/** The actions on the chosen links. */
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
  const onDelete = onceConfirmed(
    {
      title: `Delete ${counted(links.length, 'link')}?`,
      children: 'What they have sent stays at the destinations. What waits is not sent any more.',
      confirm: 'Delete',
      isDangerous: true,
    },
    () => remove.mutate({ body: { transfer_link_ids: links.map(({ id }) => id) } }),
  );
  return (
    <Group gap="xs">
      <Text size="sm">{links.length} chosen</Text>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => setActive(false)}>
        Pause
      </Button>
      <Button size="xs" variant="default" loading={change.isPending} onClick={() => setActive(true)}>
        Resume
      </Button>
      <Button size="xs" color="red" variant="light" loading={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
    </Group>
  );
}
