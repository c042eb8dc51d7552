import { Author, Caller, maySayWho, requireCover } from '@tributary/contracts';
import { sightOf } from '../evaluation/documents/sight';
import { isTemplate } from '../evaluation/templates/templates';
import { Rule } from './rule.entity';

type Parts = Pick<Rule, 'author' | 'conditions' | 'actions'>;

/**
 * Whoever lets a rule run where it did not (attaches, enables or applies it) must be able to read what it reads there:
 * what the rule writes, they are shown.
 * @throws Problem (forbidden)
 */
export function requireReadable(caller: Caller, rule: Parts): void {
  requireCover(caller, { scopes: scopesToRead(rule, rule.author), accountIds: [] });
}

/** What its author sees and its parts may look at; templates choose that while they run. */
function scopesToRead({ conditions, actions }: Parts, author: Author): string[] {
  const { identifiers, account } = sightOf(author);
  const fields = [...conditions, ...actions].flatMap(({ field_name }) => field_name ?? []);
  const hasTemplate = actions.some(({ value }) => isTemplate(value ?? ''));
  const looksAt = (is: (field: string) => boolean): boolean => hasTemplate || fields.some(is);
  return [
    ...(account && looksAt(isOfAccount) ? ['accounts:read'] : []),
    ...(identifiers && looksAt(maySayWho) ? ['sensitive:read'] : []),
  ];
}

function isOfAccount(field: string): boolean {
  return field.startsWith('financial_account.');
}
