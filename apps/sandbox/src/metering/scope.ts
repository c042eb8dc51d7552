/** The resources of a linked bank, each with a daily allowance. */
export const SCOPES = ['details', 'balances', 'transactions'] as const;
export type Scope = (typeof SCOPES)[number];
