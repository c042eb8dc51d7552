import { FieldChange } from '@tributary/contracts';
import { Shaping } from '../evaluation/shape';
import { shapingChanges } from '../evaluation/shaping-changes';
import { hasEffectOf, reshapedInFull, ShapingResult, StoredTransaction } from '../shaping/shaping-decisions';

/** What applying a rule to one stored transaction comes to. */
export interface Applied {
  /** The rule is triggered by the transaction. */
  readonly matched: boolean;
  /** The rule left a field alone because the user set it. */
  readonly locked: boolean;
  /** Null where everything stays as it is. */
  readonly result: ShapingResult | null;
  readonly changes: readonly FieldChange[];
}

/**
 * Takes over how the rules of now shape a stored transaction, if the rule has to do with it: it is triggered now, or
 * had an effect when the transaction was last shaped. Other transactions stay as they were shaped, whichever
 * rules were attached since. Pure: no I/O.
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

/** Whether the new state differs from the stored one in anything that others see. */
export function isOther(
  { transaction: before }: StoredTransaction,
  { transaction, newEffects }: ShapingResult,
): boolean {
  const hashes = (of: typeof before) => [of.hash, ...of.outputs.map(({ hash }) => hash)].join(' ');
  return newEffects.length > 0 || hashes(before) !== hashes(transaction);
}
