import { Anchor, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FinancialAccount, TransferLink } from '@tributary/client';
import { useState, useMemo } from 'react';
import { $api } from '../../api/api';
import { type Target, useTargets } from '../../api/destinations';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Problem } from '../../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../../elements/screen-link';
import { linkStatus } from '../link-status';
import { accountName } from '../link-words';
import { ApplyDraft } from './apply-draft';
import { cellOf, toggled, type Draft } from './matrix-draft';
import { useAllLinks } from '../use-all-links';
import { linkedTargets, linkedFirst } from './matrix-targets';

/** Accounts by targets. What is ticked and unticked is done together, by one button. */
export function LinkMatrix() {
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 100, sort: ['name'] } },
  });
  const links = useAllLinks();
  const found = useMatrixTargets(links.data?.links);
  const [draft, setDraft] = useState<Draft>(new Map());
  if (accounts.isPending || found.isPending || links.isPending) return <Loading />;
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  if (found.error !== null) return <Problem error={found.error} retry={found.refetch} />;
  if (links.isError) return <Problem error={links.error} retry={links.refetch} />;
  if (accounts.data.data.length === 0) {
    return (
      <Nothing title="No accounts yet" action={<ScreenButton to="/connect">Connect a bank</ScreenButton>}>
        Accounts come from a bank. Then you can link them to a destination.
      </Nothing>
    );
  }
  if (found.targets.length === 0) {
    return (
      <Nothing
        title="Nothing to link to yet"
        action={<ScreenButton to="/destinations">Connect a destination</ScreenButton>}
      >
        Connect a budget, a spreadsheet or a database first.
      </Nothing>
    );
  }
  const onToggle = (account: FinancialAccount, target: Target, link: TransferLink | undefined) =>
    setDraft(toggled(draft, account.id, target, link));
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Tick where an account’s transactions go. A name of a status leads to the link’s settings.
      </Text>
      <Matrix
        accounts={accounts.data.data}
        targets={found.targets}
        links={links.data.links}
        draft={draft}
        onToggle={onToggle}
      />
      <NotShown
        accounts={accounts.data.meta.total - accounts.data.data.length}
        targets={found.total - found.targets.length}
        links={links.data.total - links.data.links.length}
      />
      <ApplyDraft
        draft={draft}
        known={{ accounts: accounts.data.data, targets: found.targets, links: links.data.links }}
        onDone={() => setDraft(new Map())}
      />
    </Stack>
  );
}

interface NotShownProps {
  readonly accounts: number;
  readonly targets: number;
  readonly links: number;
}

/** How much more there is than the matrix shows. */
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
                const cell = cellOf(account.id, target.type, target.id);
                const link = byCell.get(cell);
                const isTicked = draft.has(cell) ? link === undefined : link !== undefined;
                const label = `${accountName(account)} to ${target.name}${target.unit === null ? '' : ` in ${target.unit}`}`;
                return (
                  <Table.Td key={cell}>
                    <Group gap="xs" wrap="nowrap">
                      <Checkbox
                        size="md"
                        aria-label={label}
                        checked={isTicked}
                        onChange={() => onToggle(account, target, link)}
                      />
                      {link !== undefined && (
                        <Anchor
                          size="xs"
                          underline="always"
                          renderRoot={(props) => (
                            <Link {...props} to="/links/$linkId" params={{ linkId: link.id }} />
                          )}
                        >
                          {linkStatus(link).label}
                        </Anchor>
                      )}
                    </Group>
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

const NONE: readonly TransferLink[] = [];

/** The columns of the matrix: the targets that have links, then the first others of each kind. */
function useMatrixTargets(links: readonly TransferLink[] = NONE) {
  const linked = useTargets(useMemo(() => linkedTargets(links), [links]));
  const first = useTargets();
  return {
    targets: linkedFirst(linked.targets, first.targets),
    total: first.total,
    isPending: linked.isPending || first.isPending,
    error: linked.error ?? first.error,
    refetch: () => Promise.all([linked.refetch(), first.refetch()]),
  };
}
