import { Problem } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Scope, SCOPES } from '../auth/scopes';
import { SCOPE_MEANINGS } from '../auth/scope-meanings';
import { OwnAccount, readOwnAccounts } from '../users/own-accounts';
import { Form, listOf, textOf } from './forms';

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
  return (await readOwnAccounts(database, userId)).map((account: OwnAccount) => ({
    ...account,
    chosen: chosen.includes(account.id),
  }));
}

/** The scopes that were ticked, of those that there are. @throws Problem (invalid) */
export function chosenScopes(form: Form): Scope[] {
  const chosen = listOf(form, 'scopes');
  const known = SCOPES.filter((scope) => chosen.includes(scope));
  if (known.length !== new Set(chosen).size)
    throw Problem.invalid({ scopes: ['Choose scopes of the list.'] });
  return known;
}

/** The chosen scopes; null for all. @throws Problem (invalid) if the form has neither */
export function scopesOrAll(form: Form): Scope[] | null {
  if (chosenExtent(form, 'may', 'scopes') === 'all') return null;
  const scopes = chosenScopes(form);
  if (scopes.length > 0) return scopes;
  throw Problem.invalid({ scopes: ['Choose at least one scope, or everything.'] });
}

/** A form that does not say "all" must not mean it. @throws Problem (invalid) */
function chosenExtent(form: Form, name: string, field: string): 'all' | 'some' {
  const chosen = textOf(form, name);
  if (chosen === 'all' || chosen === 'some') return chosen;
  throw Problem.invalid({ [field]: ['Choose all, or only some.'] });
}

/** The chosen accounts; null for all. @throws Problem (invalid) if the form has neither */
export function chosenAccounts(form: Form): number[] | null {
  if (chosenExtent(form, 'accounts', 'financial_accounts') === 'all') return null;
  const ids = listOf(form, 'financial_accounts').map(Number);
  if (ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids;
  throw Problem.invalid({ financial_accounts: ['Choose at least one account, or all.'] });
}

/** Accounts in a sentence. */
export function accountsInWords(accountIds: readonly number[] | null): string {
  if (accountIds === null) return 'all accounts';
  return accountIds.length === 1 ? '1 account' : `${accountIds.length} accounts`;
}

/** A day in a sentence. */
export function dayInWords(time: Date | null): string {
  return time === null ? 'never' : time.toISOString().slice(0, 10);
}
