import { Group, Select, Stack, Table, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Nothing } from '../../elements/nothing';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { ScreenButton, ScreenLink } from '../../elements/screen-link';
import { useAccounts, useLinks, useRules } from '../every-page';
import { linkName } from '../link-name';
import type { Rule } from '../rule-draft';
import { RuleEnabled } from '../rule-enabled';
import { RuleOrder } from './rule-order';
import { RuleSummary } from './rule-summary';
import type { RulesSearch } from '../search';
import { targetOf, type Target } from './target';

const route = getRouteApi('/rules');

/** All rules, or those of an account or a link in their order. */
export function RulesScreen() {
  const search = route.useSearch();
  const rules = useRules();
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
      {rules.isPending && <Loading />}
      {rules.isError && <Problem error={rules.error} retry={rules.refetch} />}
      {rules.isSuccess && <Rules rules={rules.data} target={targetOf(search)} />}
    </Page>
  );
}

function Rules({ rules, target }: { readonly rules: readonly Rule[]; readonly target: Target | null }) {
  if (rules.length === 0) {
    return (
      <Nothing title="No rules yet" action={<ScreenButton to="/rules/new">Make a rule</ScreenButton>}>
        Rules change what banks report before you see it and before it is sent on: a clearer payee, a
        category, a memo. Each change is logged and can be undone.
      </Nothing>
    );
  }
  return target === null ? (
    <AllRules rules={rules} />
  ) : (
    <RuleOrder key={`${target.kind} ${target.id}`} rules={rules} target={target} />
  );
}

function AllRules({ rules }: { readonly rules: readonly Rule[] }) {
  const sorted = rules.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Rule</Table.Th>
            <Table.Th>Attached to</Table.Th>
            <Table.Th>On</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((rule) => (
            <Table.Tr key={rule.id}>
              <Table.Td>
                <RuleSummary rule={rule} />
              </Table.Td>
              <Table.Td>
                <AttachedTo rule={rule} />
              </Table.Td>
              <Table.Td>
                <RuleEnabled rule={rule} isNamed />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

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

/** The order of rules is that of an account or a link. */
function TargetChoice({ search }: { readonly search: RulesSearch }) {
  const navigate = useNavigate();
  const accounts = useAccounts();
  const links = useLinks();
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
