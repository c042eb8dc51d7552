import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Scope, SCOPES, SCOPE_MEANINGS } from '../permissions/scopes';
import { ENDABLE, Endable } from '../tokens/end-accesses';
import { OwnAccount, readOwnAccounts } from '../../model/stores/accounts.store';
import { Form, listOf, textOf } from './rendering/forms';

/** Scopes as boxes to tick. */
export function scopeChoices(offered: readonly string[], chosen: readonly string[]) {
  return SCOPES.filter((scope) => offered.includes(scope)).map((name) => ({
    name,
    meaning: SCOPE_MEANINGS[name],
    chosen: chosen.includes(name),
  }));
}

/** The user's accounts as boxes to tick. */
export async function accountChoices(database: Queryable, userId: number, chosen: readonly number[] = []) {
  const ticked = new Set(chosen);
  return (await readOwnAccounts(database, userId)).map((account: OwnAccount) => ({
    ...account,
    chosen: ticked.has(account.id),
  }));
}

/** The known scopes among the ticked ones. @throws Problem (invalid) */
export function chosenScopes(form: Form): Scope[] {
  const chosen = new Set(listOf(form, 'scopes'));
  const known = SCOPES.filter((scope) => chosen.has(scope));
  if (known.length !== chosen.size) throw Problem.invalid({ scopes: ['Choose scopes of the list.'] });
  return known;
}

/** The chosen accounts; null for all. All accounts are chosen only by an explicit "all" in the form. @throws Problem (invalid) */
export function chosenAccounts(form: Form): number[] | null {
  const extent = textOf(form, 'accounts');
  if (extent === 'all') return null;
  if (extent !== 'some') throw Problem.invalid({ financial_accounts: ['Choose all, or only some.'] });
  const ids = listOf(form, 'financial_accounts').map(Number);
  if (ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids;
  throw Problem.invalid({ financial_accounts: ['Choose at least one account, or all.'] });
}

const END_MEANINGS: Readonly<Record<Endable, string>> = {
  sessions: 'Browsers that are signed in',
  tokens: 'Personal access tokens',
  grants: 'What apps may do',
};

/** Accesses that a new password can end, as boxes to tick. */
export function endChoices(chosen: readonly Endable[]) {
  return ENDABLE.map((name) => ({ name, meaning: END_MEANINGS[name], chosen: chosen.includes(name) }));
}

/** The boxes that were ticked. */
export function chosenEnds(form: Form): Endable[] {
  const chosen = listOf(form, 'end');
  return ENDABLE.filter((one) => chosen.includes(one));
}
