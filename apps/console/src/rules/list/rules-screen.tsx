import { Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ForeignText } from '../../elements/foreign-text';
import { Nothing } from '../../elements/nothing';
import { Page } from '../../elements/page';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenButton, ScreenLink } from '../../elements/screen-link';
import { DataTable, type Column } from '../../elements/tables/data-table';
import { useAllAccounts, useAllRules, useLinksWithEnds } from '../../api/all-pages';
import { linkName } from '../link-name';
import type { Rule } from '../rule-draft';
import { RuleEnabled } from '../rule-enabled';
import { RuleOrder } from './rule-order';
import { RuleSummary } from './rule-summary';
import type { RulesSearch } from '../search';
import { targetOf, type Target } from './target';

const route = getRouteApi('/rules');

/** The screen of all rules, or of the rules of an account or a link in their order. */
export function RulesScreen() {
  const search = route.useSearch();
  const rules = useAllRules();
  return (
    <Page
      title="Rules"
      actions={
        <ScreenButton to="/rules/new" size="xs">
          New rule
        </ScreenButton>
      }
    >
      <TargetChoice search={search} />
      <QueryState query={rules} empty={<NoRules />}>
        {(all) => <Rules rules={all} target={targetOf(search)} />}
      </QueryState>
    </Page>
  );
}

function NoRules() {
  return (
    <Nothing title="No rules yet" action={<ScreenButton to="/rules/new">Make a rule</ScreenButton>}>
      Rules change what banks report before you see it and before it is sent on: a clearer payee, a category,
      a memo. Each change is logged and can be undone.
    </Nothing>
  );
}

function Rules({ rules, target }: { readonly rules: readonly Rule[]; readonly target: Target | null }) {
  if (target !== null) return <RuleOrder key={`${target.kind} ${target.id}`} rules={rules} target={target} />;
  const sorted = rules.toSorted((a, b) => a.name.localeCompare(b.name));
  return <DataTable label="All rules" columns={COLUMNS} rows={sorted} keyOf={({ id }) => id} />;
}

const COLUMNS: readonly Column<Rule>[] = [
  { title: 'Rule', cell: (rule) => <RuleSummary rule={rule} /> },
  { title: 'Attached to', cell: (rule) => <AttachedTo rule={rule} /> },
  { title: 'On', cell: (rule) => <RuleEnabled rule={rule} isNamed /> },
];

function AttachedTo({ rule }: { readonly rule: Rule }) {
  const { financial_accounts: accounts = [], transfer_links: links = [] } = rule;
  if (accounts.length + links.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        nothing: no effect yet
      </Text>
    );
  }
  return (
    <Stack gap={2}>
      {accounts.map(({ financial_account: { id, display_name, name } }) => (
        <ScreenLink key={id} to={`/rules?account=${id}`} size="sm">
          <ForeignText text={display_name || name} />
        </ScreenLink>
      ))}
      {links.map(({ transfer_link: { id } }) => (
        <ScreenLink key={id} to={`/rules?link=${id}`} size="sm">
          Link {id}
        </ScreenLink>
      ))}
    </Stack>
  );
}

/** Chooses an account or a link, whose rules are then shown in their order. */
function TargetChoice({ search }: { readonly search: RulesSearch }) {
  const navigate = useNavigate();
  const accounts = useAllAccounts();
  const links = useLinksWithEnds();
  const target = targetOf(search);
  const groups = [
    {
      group: 'Accounts',
      items: (accounts.data ?? []).map(({ id, display_name, name }) => ({
        value: `account ${id}`,
        label: display_name || name,
      })),
    },
    {
      group: 'Links',
      items: (links.data ?? []).map((link) => ({ value: `link ${link.id}`, label: linkName(link) })),
    },
  ];
  const onChange = (value: string | null) => {
    const [kind, id = ''] = (value ?? '').split(' ');
    const chosen = kind === 'account' ? { account: id } : kind === 'link' ? { link: id } : {};
    void navigate({ to: '/rules', search: chosen });
  };
  return (
    <Group>
      <Select
        label="Rules of"
        placeholder="All accounts and links"
        description="Choose an account or a link to see and change the order in which its rules run."
        data={groups}
        value={target === null ? null : `${target.kind} ${target.id}`}
        onChange={onChange}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show all rules' }}
        flex="0 1 30rem"
      />
    </Group>
  );
}
