import { Author, Caller, mayIdentifyHolder, requireCover } from '@tributary/contracts';
import { sightOf } from '../evaluation/documents/sight';
import { isTemplate } from '../evaluation/templates/templates';
import { Rule } from './rule.entity';

type Parts = Pick<Rule, 'author' | 'conditions' | 'actions'>;

/**
 * Checks that the caller may read everything that the rule reads. Required for attaching, enabling and applying a rule,
 * because the caller then sees values that the rule writes.
 * @throws Problem (forbidden)
 */
export function requireReadable(caller: Caller, rule: Parts): void {
  requireCover(caller, { scopes: scopesToRead(rule, rule.author), accountIds: [] });
}

/**
 * Returns the scopes of the fields that the rule reads, limited to the fields that its author may see. A template
 * counts as reading all fields, because it can choose them at run time.
 */
function scopesToRead({ conditions, actions }: Parts, author: Author): string[] {
  const { identifiers, account } = sightOf(author);
  const fields = [...conditions, ...actions].flatMap(({ field_name }) => field_name ?? []);
  const hasTemplate = actions.some(({ value }) => isTemplate(value ?? ''));
  const looksAt = (is: (field: string) => boolean): boolean => hasTemplate || fields.some(is);
  return [
    ...(account && looksAt(isOfAccount) ? ['accounts:read'] : []),
    ...(identifiers && looksAt(mayIdentifyHolder) ? ['sensitive:read'] : []),
  ];
}

function isOfAccount(field: string): boolean {
  return field.startsWith('financial_account.');
}
