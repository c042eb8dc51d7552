import { Anchor, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancialAccount, TransferLink } from '@tributary/client';
import { useState, useMemo } from 'react';
import { $api } from '../../api/api';
import type { Target, Targets } from '../../api/destination-routes';
import { useTargets } from '../../api/destinations';
import { allOf, type Reading } from '../../api/reading';
import { ForeignText } from '../../elements/foreign-text';
import { Nothing } from '../../elements/nothing';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenButton, ScreenLink } from '../../elements/screen-link';
import { linkStatus } from '../link-status';
import { accountName } from '../link-words';
import { ApplyDraft } from './apply-draft';
import { cellOf, toggled, type Draft } from './matrix-draft';
import { useAllLinks } from '../use-all-links';
import { linkedTargets, linkedFirst } from './matrix-targets';

/** Accounts by targets. One button applies all ticks together. */
export function LinkMatrix() {
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 100, sort: ['name'] } },
  });
  const links = useAllLinks();
  const found = useMatrixTargets(links.data?.links);
  const [draft, setDraft] = useState<Draft>(new Map());
  return (
    <QueryState query={allOf(accounts, found, links)}>
      {([shownAccounts, { targets, total }, shownLinks]) => {
        if (shownAccounts.data.length === 0) return <NoAccounts />;
        if (targets.length === 0) return <NoTargets />;
        const known = { accounts: shownAccounts.data, targets, links: shownLinks.links };
        return (
          <Stack gap="md">
            <Text c="dimmed">
              Tick where an account’s transactions go. A name of a status leads to the link’s settings.
            </Text>
            <Matrix
              {...known}
              draft={draft}
              onToggle={(account, target, link) => setDraft(toggled(draft, account.id, target, link))}
            />
            <NotShown
              accounts={shownAccounts.meta.total - shownAccounts.data.length}
              targets={total - targets.length}
              links={shownLinks.total - shownLinks.links.length}
            />
            <ApplyDraft draft={draft} known={known} onDone={() => setDraft(new Map())} />
          </Stack>
        );
      }}
    </QueryState>
  );
}

function NoAccounts() {
  return (
    <Nothing title="No accounts yet" action={<ScreenButton to="/connect">Connect a bank</ScreenButton>}>
      Accounts come from a bank. Then you can link them to a destination.
    </Nothing>
  );
}

function NoTargets() {
  return (
    <Nothing
      title="Nothing to link to yet"
      action={<ScreenButton to="/destinations">Connect a destination</ScreenButton>}
    >
      Connect a budget, a spreadsheet or a database first.
    </Nothing>
  );
}

interface NotShownProps {
  readonly accounts: number;
  readonly targets: number;
  readonly links: number;
}

/** The numbers of accounts, targets and links that the matrix does not show. */
function NotShown(counts: NotShownProps) {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (parts.length === 0) return null;
  return (
    <Text c="dimmed">
      Not shown here: {parts.map(([what, count]) => `${count} more ${what}`).join(', ')}. Every link is in the{' '}
      <ScreenLink to="/links?view=list">list</ScreenLink>, and an account’s screen shows its own.
    </Text>
  );
}

interface MatrixProps {
  readonly accounts: readonly FinancialAccount[];
  readonly targets: readonly Target[];
  readonly links: readonly TransferLink[];
  readonly draft: Draft;
  readonly onToggle: (account: FinancialAccount, target: Target, link: TransferLink | undefined) => void;
}

function Matrix({ accounts, targets, links, draft, onToggle }: MatrixProps) {
  const byCell = new Map(
    links.map((link) => [
      cellOf(link.financial_account_id, link.destination_type, link.destination_id),
      link,
    ]),
  );
  return (
    <Table.ScrollContainer
      minWidth={320}
      maxHeight="65vh"
      type="native"
      tabIndex={0}
      aria-label="Accounts by targets"
      role="region"
    >
      <Table stickyHeader withColumnBorders>
        <Head targets={targets} />
        <Table.Tbody>
          {accounts.map((account) => (
            <Table.Tr key={account.id}>
              <Table.Th scope="row" fw={500}>
                <ForeignText text={accountName(account)} />
                <Text size="xs" c="dimmed" fw={400}>
                  {account.currency}
                </Text>
              </Table.Th>
              {targets.map((target) => {
                const key = cellOf(account.id, target.type, target.id);
                const link = byCell.get(key);
                const isTicked = draft.has(key) ? link === undefined : link !== undefined;
                return (
                  <Table.Td key={key}>
                    <Cell
                      label={`${accountName(account)} to ${nameOf(target)}`}
                      link={link}
                      isTicked={isTicked}
                      onToggle={() => onToggle(account, target, link)}
                    />
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Head({ targets }: Pick<MatrixProps, 'targets'>) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th miw={160}>Account</Table.Th>
        {targets.map(({ id, type, name, unit }) => (
          <Table.Th key={`${type} ${id}`} miw={130}>
            <ForeignText text={name} />
            <Text size="xs" fw={400}>
              {unit !== null && <ForeignText text={unit} />} ({type})
            </Text>
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function nameOf({ name, unit }: Target): string {
  return unit === null ? name : `${name} in ${unit}`;
}

interface CellProps {
  readonly label: string;
  readonly link: TransferLink | undefined;
  readonly isTicked: boolean;
  readonly onToggle: () => void;
}

function Cell({ label, link, isTicked, onToggle }: CellProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Checkbox size="md" aria-label={label} checked={isTicked} onChange={onToggle} />
      {link !== undefined && (
        <Anchor
          size="xs"
          underline="always"
          renderRoot={(props) => <Link {...props} to="/links/$linkId" params={{ linkId: link.id }} />}
        >
          {linkStatus(link).label}
        </Anchor>
      )}
    </Group>
  );
}

const NONE: readonly TransferLink[] = [];

/** The columns of the matrix: the targets that have links, then the first others of each kind. */
function useMatrixTargets(links: readonly TransferLink[] = NONE): Reading<Targets> {
  const linked = useTargets(useMemo(() => linkedTargets(links), [links]));
  const first = useTargets();
  const { data, ...state } = allOf(linked, first);
  return {
    ...state,
    data: data && { targets: linkedFirst(data[0].targets, data[1].targets), total: data[1].total },
  };
}
