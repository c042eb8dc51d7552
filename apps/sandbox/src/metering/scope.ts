/** What a linked bank may be asked for; each has a daily allowance of its own. */
export const SCOPES = ['details', 'balances', 'transactions'] as const;
export type Scope = (typeof SCOPES)[number];
