import { ActionIcon, Group, List, Select, Stack, Text, Title } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { ForeignText } from '../../elements/foreign-text';
import { ScreenLink } from '../../elements/screen-link';
import { useChange } from '../../elements/changes/use-change';
import { useAccounts, useLinks } from '../every-page';
import { linkName } from '../link-name';
import type { Rule } from '../rule-draft';

/** Where the rule is attached: takes it off, and attaches it elsewhere. */
export function AttachmentsPanel({ rule }: { readonly rule: Rule }) {
  const path = { ruleId: rule.id };
  const attachAccount = useChange('post', '/rules/{ruleId}/accounts/{accountId}', { done: 'Rule attached' });
  const detachAccount = useChange('delete', '/rules/{ruleId}/accounts/{accountId}', {
    done: 'Rule taken off',
  });
  const attachLink = useChange('post', '/rules/{ruleId}/transfer-links/{transferLinkId}', {
    done: 'Rule attached',
  });
  const detachLink = useChange('delete', '/rules/{ruleId}/transfer-links/{transferLinkId}', {
    done: 'Rule taken off',
  });
  const accounts = useAccounts();
  const links = useLinks();
  const ofAccounts = rule.financial_accounts ?? [];
  const ofLinks = rule.transfer_links ?? [];
  const freeAccounts = (accounts.data ?? []).filter(
    ({ id }) => !ofAccounts.some(({ financial_account }) => financial_account.id === id),
  );
  const freeLinks = (links.data ?? []).filter(
    ({ id }) => !ofLinks.some(({ transfer_link }) => transfer_link.id === id),
  );
  const nameOf = (id: string) => {
    const link = links.data?.find((one) => one.id === id);
    return link === undefined ? `Link ${id}` : linkName(link);
  };

  return (
    <Stack gap="xs" component="section" aria-label="Where it is attached">
      <Title order={2} size="h4">
        Where it is attached
      </Title>
      {ofAccounts.length + ofLinks.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet: the rule has no effect until it is attached to an account or a link.
        </Text>
      )}
      <List size="sm" listStyleType="none" spacing={4}>
        {ofAccounts.map(({ rule_position, financial_account: { id, display_name, name } }) => (
          <Attached
            key={`account ${id}`}
            name={display_name || name}
            to={`/rules?account=${id}`}
            position={rule_position}
            onDetach={() => detachAccount.mutate({ params: { path: { ...path, accountId: id } } })}
          />
        ))}
        {ofLinks.map(({ rule_position, transfer_link: { id } }) => (
          <Attached
            key={`link ${id}`}
            name={nameOf(id)}
            to={`/rules?link=${id}`}
            position={rule_position}
            onDetach={() => detachLink.mutate({ params: { path: { ...path, transferLinkId: id } } })}
          />
        ))}
      </List>
      <Group align="flex-end">
        {rule.scope !== 'TRANSFER_LINK' && rule.output_compatible === 'true' && (
          <Select
            label="Attach to an account"
            placeholder="Choose an account"
            data={freeAccounts.map(({ id, display_name, name }) => ({
              value: id,
              label: display_name || name,
            }))}
            value={null}
            searchable
            onChange={(accountId) => {
              if (accountId === null) return;
              attachAccount.mutate({ params: { path: { ...path, accountId } }, body: {} });
            }}
            flex="1 1 14rem"
          />
        )}
        {rule.scope !== 'FINANCIAL_ACCOUNT' && (
          <Select
            label="Attach to a link"
            placeholder="Choose a link"
            data={freeLinks.map((link) => ({ value: link.id, label: linkName(link) }))}
            value={null}
            searchable
            nothingFoundMessage="There is no further link."
            onChange={(transferLinkId) => {
              if (transferLinkId === null) return;
              attachLink.mutate({ params: { path: { ...path, transferLinkId } }, body: {} });
            }}
            flex="1 1 14rem"
          />
        )}
      </Group>
    </Stack>
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
