import { Problem } from '@tributary/contracts';
import { isCalendarDate } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Extent } from '../auth/narrowed';
import { Scope, SCOPES } from '../auth/scopes';
import { accountChoices, chosenAccounts, dayInWords, scopeChoices, scopesOrAll } from './choices';
import { Form, listOf, textOf } from './forms';

/** A token or a grant as its form shows it. */
export interface Restrictable extends Extent {
  readonly name: string;
  readonly expiresAt: Date | null;
}

interface Restriction {
  readonly name: string;
  readonly scopes: Scope[] | null;
  readonly accountIds: number[] | null;
  readonly expiresAt?: Date;
}

/** What a form for renaming and restricting wants. @throws Problem (invalid) */
export function readRestriction(form: Form): Restriction {
  const name = textOf(form, 'name').trim();
  if (name === '' || name.length > 100) {
    throw Problem.invalid({ name: ['Enter a name of at most 100 characters.'] });
  }
  const day = textOf(form, 'expires_at');
  if (day !== '' && !isCalendarDate(day)) {
    throw Problem.invalid({ expires_at: ['Enter a day such as 2026-12-31, or nothing.'] });
  }
  const end = day === '' ? {} : { expiresAt: new Date(`${day}T00:00:00Z`) };
  return { name, scopes: scopesOrAll(form), accountIds: chosenAccounts(form), ...end };
}

/** What the form offers: nothing beyond what was granted. @param sent the form as it came, where it is shown again */
export async function restrictionChoices(
  database: Queryable,
  userId: number,
  granted: Restrictable,
  sent: Form | null,
) {
  const offered = granted.scopes ?? SCOPES;
  const scopes = sent ? listOf(sent, 'scopes') : (granted.scopes ?? []);
  const accountIds = sent ? listOf(sent, 'financial_accounts').map(Number) : (granted.accountIds ?? []);
  const accounts = await accountChoices(database, userId, accountIds);
  return {
    scopes: scopeChoices(offered, scopes),
    accounts: accounts.filter(({ id }) => granted.accountIds?.includes(id) ?? true),
    hasEverything: granted.scopes === null,
    hasAllAccounts: granted.accountIds === null,
    ends: granted.expiresAt && dayInWords(granted.expiresAt),
    form: {
      name: sent ? textOf(sent, 'name') : granted.name,
      may: sent ? textOf(sent, 'may') : 'all',
      accounts: sent ? textOf(sent, 'accounts') : 'all',
      expires_at: sent ? textOf(sent, 'expires_at') : '',
    },
  };
}
