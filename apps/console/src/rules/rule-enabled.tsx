import { Switch } from '@mantine/core';
import { useChange } from '../elements/changes/use-change';
import type { Rule } from './rule-draft';

/** Switches a rule on and off. */
export function RuleEnabled({ rule, isNamed = false }: { readonly rule: Rule; readonly isNamed?: boolean }) {
  const params = { path: { ruleId: rule.id } };
  const enable = useChange('post', '/rules/{ruleId}/enable', { done: 'Rule switched on' });
  const disable = useChange('post', '/rules/{ruleId}/disable', { done: 'Rule switched off' });
  const name = isNamed ? { 'aria-label': `${rule.name} is on` } : { label: 'The rule is on' };
  return (
    <Switch
      {...name}
      checked={rule.enabled === 'true'}
      disabled={enable.isPending || disable.isPending}
      onChange={({ currentTarget }) => (currentTarget.checked ? enable : disable).mutate({ params })}
    />
  );
}
