import { FieldChange } from '@tributary/contracts';
import { Shaping } from '../evaluation/shape';
import { shapingChanges } from '../evaluation/shaping-changes';
import { hasEffectOf, reshapedInFull, ShapingResult, StoredTransaction } from '../shaping/shaping-decisions';

/** The result of applying a rule to one stored transaction. */
export interface Applied {
  /** Whether the transaction triggers the rule. */
  readonly matched: boolean;
  /** Whether the rule skipped a field because the user set it. */
  readonly locked: boolean;
  /** Null if the transaction does not change. */
  readonly result: ShapingResult | null;
  readonly changes: readonly FieldChange[];
}

/**
 * Shapes a stored transaction with the current rules if the rule concerns it: the rule is triggered now, or it had an
 * effect when the transaction was last shaped. Other transactions stay unchanged, also if further rules were attached
 * meanwhile. Pure: no I/O.
 */
export function applyToTransaction(
  stored: StoredTransaction,
  shaping: Shaping,
  ruleId: number,
  now: string,
): Applied {
  const result = reshapedInFull(stored, shaping, now);
  const { triggered, effects, locked: metLock } = result.journal;
  const matched = triggered.includes(ruleId);
  const locked = metLock.includes(ruleId);
  const concerned =
    matched || effects.some((one) => one.ruleId === ruleId) || hasEffectOf(stored.effects, ruleId);
  if (!concerned || !isOther(stored, result)) return { matched, locked, result: null, changes: [] };
  const changes = shapingChanges(stored.accountId, stored.transaction, result.transaction, effects);
  return { matched, locked, result, changes };
}

/** Returns whether the new state differs from the stored one in content or logged effects. */
export function isOther(
  { transaction: before }: StoredTransaction,
  { transaction, newEffects }: ShapingResult,
): boolean {
  const hashes = (of: typeof before) => [of.hash, ...of.outputs.map(({ hash }) => hash)].join(' ');
  return newEffects.length > 0 || hashes(before) !== hashes(transaction);
}
