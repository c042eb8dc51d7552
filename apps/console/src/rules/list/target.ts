import type { Rule } from '../rule-draft';
import type { RulesSearch } from '../search';

/** An account or a link, which has rules in an order. */
export interface Target {
  readonly kind: 'account' | 'link';
  readonly id: string;
}

/** Returns the account or link whose rules the screen shows; null for all rules. */
export function targetOf({ account, link }: RulesSearch): Target | null {
  if (account !== undefined) return { kind: 'account', id: account };
  return link === undefined ? null : { kind: 'link', id: link };
}

/** The rules of an account or a link, in the order in which they run. */
export function rulesAt(rules: readonly Rule[], target: Target): Rule[] {
  return rules
    .flatMap((rule) => {
      const position = positionAt(rule, target);
      return position === undefined ? [] : [{ rule, position }];
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ rule }) => rule);
}

function positionAt(rule: Rule, { kind, id }: Target): number | undefined {
  switch (kind) {
    case 'account':
      return rule.financial_accounts?.find((one) => one.financial_account.id === id)?.rule_position;
    case 'link':
      return rule.transfer_links?.find((one) => one.transfer_link.id === id)?.rule_position;
  }
}
