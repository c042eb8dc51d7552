/**
 * What was undone on one transaction, and must not come back: effects by the place where the rule is attached
 * (0 for the account, else the link's id), rule, action and field. Kept as `place:rule:action:field`.
 */
export type Suppressions = readonly string[];

/** The effect of one rule that is suppressed, whichever place it is attached to. */
export function suppressionKey(ruleId: number, actionId: number, fieldName: string | null): string {
  return `${ruleId}:${actionId}:${fieldName ?? ''}`;
}

/** One suppression, as it is kept. */
export function suppressionOf(
  transferLinkId: number | null,
  effect: { readonly ruleId: number; readonly actionId: number; readonly fieldName: string | null },
): string {
  return `${transferLinkId ?? 0}:${suppressionKey(effect.ruleId, effect.actionId, effect.fieldName)}`;
}

/** The keys that are suppressed at one place; null where there are none, which is nearly always. */
export function suppressedAt(
  suppressions: Suppressions,
  transferLinkId: number | null,
): ReadonlySet<string> | null {
  if (suppressions.length === 0) return null;
  const prefix = `${transferLinkId ?? 0}:`;
  const keys = suppressions.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return keys.length === 0 ? null : new Set(keys);
}
