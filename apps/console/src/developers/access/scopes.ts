import type { RegisterAppBody } from '@tributary/client';
import { valuesOf } from '../../elements/forms/choices';

export type Scope = RegisterAppBody['scopes'][number];

/** The meaning of each scope. A scope that is missing here does not compile. */
const MEANINGS: Readonly<Record<Scope, string>> = {
  'profile:read': 'See your name, e-mail address and plan',
  'accounts:read': 'See accounts and balances',
  'accounts:write': 'Change the settings of accounts, sync and remove them',
  'transactions:read': 'See transactions',
  'transactions:write': 'Create, change and delete transactions',
  'sensitive:read': 'See full account numbers, IBANs and names of holders',
  'financial-connections:read': 'See connections to banks and their health',
  'financial-connections:write': 'Renew, disable and remove connections to banks',
  'transfer-links:read': 'See links and what they transferred',
  'transfer-links:write': 'Change links, retry and undo transfers',
  'rules:read': 'See rules and what they did',
  'rules:write': 'Change rules',
  'webhooks:read': 'See webhook endpoints',
  'webhooks:write': 'Change webhook endpoints and their secrets',
  'destinations:read': 'See where transactions are sent',
  'destinations:write': 'Change where transactions are sent',
};

/** Every scope with its meaning, in the order in which people read them. */
export const SCOPES = valuesOf(MEANINGS).map((scope) => ({ scope, meaning: MEANINGS[scope] }));

/** The texts that are scopes. */
export function scopesIn(texts: readonly string[]): Scope[] {
  return SCOPES.filter(({ scope }) => texts.includes(scope)).map(({ scope }) => scope);
}
