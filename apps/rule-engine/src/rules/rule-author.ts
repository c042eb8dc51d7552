import { Author, readsIdentifier } from '@tributary/contracts';
import { isTemplate, templatePaths } from '../evaluation/templates';
import { Rule } from './rule.entity';

const SEES_EVERYTHING: Author = { scopes: null, accountIds: null, grantId: null };
const SEES_NO_IDENTIFIERS: Author = {
  scopes: ['accounts:read', 'transactions:read'],
  accountIds: null,
  grantId: null,
};

/**
 * What the rule's makers were granted. Of a rule that was made before this was noted: one that reads an identifier by
 * its name was made by someone who may see it, which was checked then; any other does not need to.
 */
export function authorOfRule({
  author,
  conditions,
  actions,
}: Pick<Rule, 'author' | 'conditions' | 'actions'>): Author {
  if (author) return author;
  const paths = [
    ...conditions.map(({ fieldName }) => fieldName),
    ...actions.flatMap(({ value }) => pathsOf(value)),
  ];
  return paths.some(readsIdentifier) ? SEES_EVERYTHING : SEES_NO_IDENTIFIERS;
}

function pathsOf(value: string | null): string[] {
  if (value === null || !isTemplate(value)) return [];
  try {
    return templatePaths(value);
  } catch {
    return []; // no longer readable: the rule fails visibly wherever it runs
  }
}
