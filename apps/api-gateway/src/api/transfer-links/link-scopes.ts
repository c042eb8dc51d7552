/**
 * Scopes of a caller who activates a link. The caller must be able to read the data that the link carries: at least
 * balances; the transfer engine checks the rest.
 */
export const CARRYING = ['transfer-links:write', 'accounts:read'] as const;
export const READS_TOO = 'A link that carries transactions takes `transactions:read` too.';
