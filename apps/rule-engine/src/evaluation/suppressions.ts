/**
 * Undone effects of one transaction, which must not be applied again: `target:rule:action:field`, where the target is
 * the link's id, or 0 for a rule of the account.
 */
export type Suppressions = readonly string[];

/** Returns the key of a suppressed effect without its target. */
export function suppressionKey(ruleId: number, actionId: number, fieldName: string | null): string {
  return `${ruleId}:${actionId}:${fieldName ?? ''}`;
}

/** Returns one suppression in its stored form. */
export function suppressionOf(
  transferLinkId: number | null,
  effect: { readonly ruleId: number; readonly actionId: number; readonly fieldName: string | null },
): string {
  return `${transferLinkId ?? 0}:${suppressionKey(effect.ruleId, effect.actionId, effect.fieldName)}`;
}

/** Returns the keys that are suppressed at one target; null if there are none, which is nearly always the case. */
export function suppressedAt(
  suppressions: Suppressions,
  transferLinkId: number | null,
): ReadonlySet<string> | null {
  if (suppressions.length === 0) return null;
  const prefix = `${transferLinkId ?? 0}:`;
  const keys = suppressions.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
  return keys.length === 0 ? null : new Set(keys);
}
