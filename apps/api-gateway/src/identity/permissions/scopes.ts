/** The scopes of tokens; endpoints, includes and filters name those that they need. */
export const SCOPES = [
  'profile:read',
  'accounts:read',
  'accounts:write',
  'transactions:read',
  'transactions:write',
  'sensitive:read',
  'financial-connections:read',
  'financial-connections:write',
  'transfer-links:read',
  'transfer-links:write',
  'rules:read',
  'rules:write',
  'webhooks:read',
  'webhooks:write',
  'destinations:read',
  'destinations:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Meaning of each scope, in words for users. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'profile:read': 'see your name, e-mail address and plan',
  'accounts:read': 'see your accounts and balances',
  'accounts:write': 'change the settings of your accounts, sync and remove them',
  'transactions:read': 'see your transactions',
  'transactions:write': 'create, change and delete transactions',
  'sensitive:read': 'see full account numbers, IBANs and names of holders',
  'financial-connections:read': 'see your connections to institutions and how they do',
  'financial-connections:write': 'renew, disable and remove connections to institutions',
  'transfer-links:read': 'see transfer links and what they transferred',
  'transfer-links:write': 'change transfer links, retry and undo transfers',
  'rules:read': 'see your rules and what they did',
  'rules:write': 'change your rules',
  'webhooks:read': 'see your webhook endpoints',
  'webhooks:write': 'change webhook endpoints and their signing secrets',
  'destinations:read': 'see where your transactions are carried to',
  'destinations:write': 'change where your transactions are carried to',
};
