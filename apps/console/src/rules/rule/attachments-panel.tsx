import { ActionIcon, Group, List, Select, Stack, Text, Title } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { useAllAccounts, useLinksWithEnds } from '../../api/all-pages';
import { useChange } from '../../elements/changes/use-change';
import { ForeignText } from '../../elements/foreign-text';
import { ScreenLink } from '../../elements/screen-link';
import { linkName } from '../link-name';
import type { Rule } from '../rule-draft';

interface RuleProps {
  readonly rule: Rule;
}

/** The accounts and links that the rule is attached to: takes it off, and attaches it elsewhere. */
export function AttachmentsPanel({ rule }: RuleProps) {
  const { financial_accounts: accounts = [], transfer_links: links = [], scope } = rule;
  return (
    <Stack gap="xs" component="section" aria-label="Where it is attached">
      <Title order={2} size="h4">
        Where it is attached
      </Title>
      {accounts.length + links.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet: the rule has no effect until it is attached to an account or a link.
        </Text>
      )}
      <List size="sm" listStyleType="none" spacing={4}>
        <AttachedAccounts rule={rule} />
        <AttachedLinks rule={rule} />
      </List>
      <Group align="flex-end">
        {scope !== 'TRANSFER_LINK' && rule.output_compatible === 'true' && <AttachToAccount rule={rule} />}
        {scope !== 'FINANCIAL_ACCOUNT' && <AttachToLink rule={rule} />}
      </Group>
    </Stack>
  );
}

function AttachedAccounts({ rule: { id: ruleId, financial_accounts: accounts = [] } }: RuleProps) {
  const detach = useChange('delete', '/rules/{ruleId}/accounts/{accountId}', { done: 'Rule taken off' });
  return accounts.map(({ rule_position, financial_account: { id, display_name, name } }) => (
    <Attached
      key={id}
      name={display_name || name}
      to={`/rules?account=${id}`}
      position={rule_position}
      onDetach={() => detach.mutate({ params: { path: { ruleId, accountId: id } } })}
    />
  ));
}

function AttachedLinks({ rule: { id: ruleId, transfer_links: attached = [] } }: RuleProps) {
  const links = useLinksWithEnds();
  const detach = useChange('delete', '/rules/{ruleId}/transfer-links/{transferLinkId}', {
    done: 'Rule taken off',
  });
  const nameOf = (id: string) => {
    const link = links.data?.find((one) => one.id === id);
    return link === undefined ? `Link ${id}` : linkName(link);
  };
  return attached.map(({ rule_position, transfer_link: { id } }) => (
    <Attached
      key={id}
      name={nameOf(id)}
      to={`/rules?link=${id}`}
      position={rule_position}
      onDetach={() => detach.mutate({ params: { path: { ruleId, transferLinkId: id } } })}
    />
  ));
}

function AttachToAccount({ rule: { id: ruleId, financial_accounts: attached = [] } }: RuleProps) {
  const accounts = useAllAccounts();
  const attach = useChange('post', '/rules/{ruleId}/accounts/{accountId}', { done: 'Rule attached' });
  const taken = new Set(attached.map(({ financial_account: { id } }) => id));
  return (
    <Select
      label="Attach to an account"
      placeholder="Choose an account"
      data={(accounts.data ?? [])
        .filter(({ id }) => !taken.has(id))
        .map(({ id, display_name, name }) => ({ value: id, label: display_name || name }))}
      value={null}
      searchable
      onChange={(accountId) => {
        if (accountId !== null) attach.mutate({ params: { path: { ruleId, accountId } }, body: {} });
      }}
      flex="1 1 14rem"
    />
  );
}

function AttachToLink({ rule: { id: ruleId, transfer_links: attached = [] } }: RuleProps) {
  const links = useLinksWithEnds();
  const attach = useChange('post', '/rules/{ruleId}/transfer-links/{transferLinkId}', {
    done: 'Rule attached',
  });
  const taken = new Set(attached.map(({ transfer_link: { id } }) => id));
  return (
    <Select
      label="Attach to a link"
      placeholder="Choose a link"
      data={(links.data ?? [])
        .filter(({ id }) => !taken.has(id))
        .map((link) => ({ value: link.id, label: linkName(link) }))}
      value={null}
      searchable
      nothingFoundMessage="There is no further link."
      onChange={(transferLinkId) => {
        if (transferLinkId !== null)
          attach.mutate({ params: { path: { ruleId, transferLinkId } }, body: {} });
      }}
      flex="1 1 14rem"
    />
  );
}

interface AttachedProps {
  readonly name: string;
  readonly to: string;
  readonly position: number;
  readonly onDetach: () => void;
}

function Attached({ name, to, position, onDetach }: AttachedProps) {
  return (
    <List.Item>
      <Group gap="xs" wrap="nowrap">
        <ScreenLink to={to}>
          <ForeignText text={name} />
        </ScreenLink>
        <Text size="xs" c="dimmed">
          rule {position}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label={`Take the rule off ${name}`} onClick={onDetach}>
          <X size={14} aria-hidden />
        </ActionIcon>
      </Group>
    </List.Item>
  );
}
