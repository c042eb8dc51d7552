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
