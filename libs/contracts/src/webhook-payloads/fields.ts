/** A resource as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The lists that a message may carry beside its account. */
export const ITEM_KINDS = ['transactions', 'balances', 'holdings'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
