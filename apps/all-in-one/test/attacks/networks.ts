/** Header of a caller in a network of its own, as a trusted proxy adds it: limits by network then meet that caller alone. */
export const inOwnNetwork = (caller: number) => ({ 'x-forwarded-for': `2001:db8:${caller.toString(16)}::1` });
