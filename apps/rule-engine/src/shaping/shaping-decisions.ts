import { RawTransaction, ShapedOutput, ShapedTransaction } from '@tributary/contracts';
import { shortHash } from '../evaluation/document-hash';
import { RuleEffect, shape, shapeForLink, ShapingPlan } from '../evaluation/shape';

/** What is remembered of a transaction's last shaping. */
export interface KnownShaping {
  readonly rawVersion: number;
  readonly shapedVersion: number;
  /** Digests of what the rules did, each beginning with the link's id (0 for the account) and a colon. */
  readonly effects: readonly string[];
}

/** A stored transaction with its document. */
export interface StoredTransaction {
  readonly userId: number;
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
}

/** A transaction's new state, and what of the rules' effects was not logged before. */
export interface ShapingResult {
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
  readonly newEffects: readonly RuleEffect[];
}

/**
 * Shapes an incoming transaction; null where this version or a newer one was shaped already. The shaped version
 * rises as far as the raw one, so that it does not depend on which versions were seen in between.
 */
export function shapeIncoming(
  incoming: RawTransaction,
  known: KnownShaping | undefined,
  plan: ShapingPlan,
): ShapingResult | null {
  if (known && incoming.version <= known.rawVersion) return null;
  const { shaped, hash, outputs, effects } = shape(incoming.document, plan);
  const transaction: ShapedTransaction = {
    id: incoming.id,
    shapedVersion: nextShapedVersion(incoming.version, known),
    rawVersion: incoming.version,
    removed: false,
    createdAt: incoming.createdAt,
    updatedAt: incoming.updatedAt,
    raw: incoming.document,
    shaped,
    hash,
    outputs: [...outputs],
  };
  return withEffects(transaction, effects, known?.effects ?? []);
}

/** Shapes a stored transaction anew, in full, with the rules and links of now. */
export function reshapeInFull(stored: StoredTransaction, plan: ShapingPlan, now: string): ShapingResult {
  const { transaction } = stored;
  const { shaped, hash, outputs, effects } = shape(transaction.raw, plan);
  const next: ShapedTransaction = {
    ...transaction,
    shapedVersion: transaction.shapedVersion + 1,
    updatedAt: hash === transaction.hash ? transaction.updatedAt : now,
    shaped,
    hash,
    outputs: [...outputs],
  };
  return withEffects(next, effects, stored.effects);
}

/**
 * Adds or renews one link's output of a stored transaction; null where the link carries nothing any more. All
 * else stays as it was shaped: rules that were attached since then apply to what comes in, not to history.
 */
export function reshapeForLink(
  stored: StoredTransaction,
  plan: ShapingPlan,
  transferLinkId: number,
): ShapingResult | null {
  const { transaction } = stored;
  const link = plan.links.find((one) => one.transferLinkId === transferLinkId);
  if (!link) return null;
  const effects: RuleEffect[] = [];
  const output = shapeForLink(transaction.shaped ?? transaction.raw, transaction.hash, link, effects);
  const outputs = new Map<number, ShapedOutput>(transaction.outputs.map((one) => [one.transferLinkId, one]));
  outputs.set(transferLinkId, output);
  const next: ShapedTransaction = {
    ...transaction,
    shapedVersion: transaction.shapedVersion + 1,
    outputs: plan.links.flatMap((one) => outputs.get(one.transferLinkId) ?? []),
  };
  const others = stored.effects.filter((digest) => !digest.startsWith(`${transferLinkId}:`));
  const result = withEffects(next, effects, stored.effects);
  return { ...result, effects: [...others, ...result.effects] };
}

/** Marks a stored transaction as removed; null where this version or a newer one is known already. */
export function removeStored(
  stored: StoredTransaction,
  version: number,
  removedAt: string,
): ShapingResult | null {
  const { transaction, effects } = stored;
  if (version <= transaction.rawVersion) return null;
  return {
    transaction: {
      ...transaction,
      shapedVersion: nextShapedVersion(version, transaction),
      rawVersion: version,
      removed: true,
      updatedAt: removedAt,
    },
    effects,
    newEffects: [],
  };
}

/** 72 bits: enough to tell apart what rules did to one transaction. */
const DIGEST_LENGTH = 12;

function nextShapedVersion(
  rawVersion: number,
  known: { rawVersion: number; shapedVersion: number } | undefined,
): number {
  return known ? known.shapedVersion + rawVersion - known.rawVersion : rawVersion;
}

function withEffects(
  transaction: ShapedTransaction,
  effects: readonly RuleEffect[],
  earlier: readonly string[],
): ShapingResult {
  if (effects.length === 0) return { transaction, effects: [], newEffects: [] };
  const digests = effects.map(digestOf);
  const newEffects = effects.filter((_, index) => !earlier.includes(digests[index] ?? ''));
  return { transaction, effects: digests, newEffects };
}

function digestOf(effect: RuleEffect): string {
  const { kind, ruleId, actionId, fieldName, previousValue, newValue, error } = effect;
  const content = JSON.stringify([kind, ruleId, actionId, fieldName, previousValue, newValue, error]);
  return `${effect.transferLinkId ?? 0}:${shortHash(content).slice(0, DIGEST_LENGTH)}`;
}
