/**
 * Returns the header of a caller in its own network, as a trusted proxy adds it, so that limits by network affect only
 * that caller.
 */
export const inOwnNetwork = (caller: number) => ({ 'x-forwarded-for': `2001:db8:${caller.toString(16)}::1` });
