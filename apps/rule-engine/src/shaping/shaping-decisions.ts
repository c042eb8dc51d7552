import {
  Annotation,
  RawTransaction,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
  withAnnotation,
  withoutAnnotation,
} from '@tributary/contracts';
import { shortHash } from '../evaluation/documents/document-hash';
import { AccountFacts, transactionFacts } from '../evaluation/documents/facts';
import { RuleDefinition } from '../evaluation/rule-definition';
import {
  emptyJournal,
  RuleEffect,
  RuleJournal,
  Shaping,
  ShapingInput,
  ShapingPlan,
} from '../evaluation/shape';
import { Suppressions } from '../evaluation/suppressions';

/** The current rules and links of an account. */
export interface AccountPlan extends ShapingPlan<RuleDefinition> {
  readonly accountId: number;
  /** The members of the account that rules may read. */
  readonly facts: AccountFacts;
  /** Transactions that still arrive for a deleted account are not stored. */
  readonly isDeleted: boolean;
}

/** The result of a transaction's last shaping. */
export interface KnownShaping {
  readonly rawVersion: number;
  readonly shapedVersion: number;
  /** Digests of the rules' effects, as `target:rule:digest`; the target is the link's id, or 0 for the account. */
  readonly effects: readonly string[];
  /** Undone effects, which stay undone whatever the provider sends. */
  readonly suppressions: Suppressions;
  /** The owner's category, note and tags; null if they chose none of them. */
  readonly annotation: Annotation | null;
  /** Whether its annotation went to the transaction that it was merged into. */
  readonly isGiven?: boolean;
}

/** A stored transaction with its document. */
export interface StoredTransaction {
  readonly accountId: number;
  readonly userId: number;
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
  readonly suppressions: Suppressions;
}

/** A transaction's new state, and those effects of its rules that were not logged before. */
export interface ShapingResult {
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
  readonly newEffects: readonly RuleEffect[];
  /** All effects of this run. */
  readonly journal: RuleJournal;
}

/** A transaction, and the rules to run over it. */
export interface ToShape {
  readonly userId: number;
  readonly plan: ShapingPlan<RuleDefinition>;
  readonly input: ShapingInput;
}

/**
 * Returns the incoming transaction with what its owner set beside edits. It becomes a part of the raw document, as
 * edits are, so that rules read it and leave it alone.
 */
export function annotatedIncoming(
  incoming: RawTransaction,
  known: Pick<KnownShaping, 'annotation'> | undefined,
): RawTransaction {
  if (!known?.annotation) return incoming;
  return { ...incoming, document: withAnnotation(incoming.document, known.annotation) };
}

/** Returns the stored transaction with other choices of its owner; null if its document stays the same. */
export function annotatedStored(stored: StoredTransaction, annotation: Annotation): StoredTransaction | null {
  const { transaction } = stored;
  const raw = withAnnotation(withoutAnnotation(transaction.raw), annotation);
  if (JSON.stringify(raw) === JSON.stringify(transaction.raw)) return null;
  return { ...stored, transaction: { ...transaction, raw } };
}

/** Returns the input of an incoming transaction; null if this version or a newer one was already shaped. */
export function incomingInput(
  incoming: RawTransaction,
  known: Pick<KnownShaping, 'rawVersion' | 'suppressions'> | undefined,
  plan: AccountPlan,
): ShapingInput | null {
  if (known && incoming.version <= known.rawVersion) return null;
  return inputOf(incoming, incoming.document, known?.suppressions ?? [], plan);
}

/**
 * Returns the new state of an incoming transaction after its rules. The shaped version increases by as much as the raw
 * one, so that it does not depend on which versions arrived in between.
 */
export function shapedIncoming(
  incoming: RawTransaction,
  known: KnownShaping | undefined,
  { shaped, hash, outputs, ...journal }: Shaping,
): ShapingResult {
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
  return withEffects(transaction, journal, known?.effects ?? []);
}

/** Returns the input for shaping a stored transaction again in full, from its raw document. */
export function storedInput(
  { transaction, suppressions }: StoredTransaction,
  plan: AccountPlan,
): ShapingInput {
  return inputOf(transaction, transaction.raw, suppressions, plan);
}

/** Returns a stored transaction after the current rules and links. */
export function reshapedInFull(
  { transaction, effects }: StoredTransaction,
  { shaped, hash, outputs, ...journal }: Shaping,
  now: string,
): ShapingResult {
  const next: ShapedTransaction = {
    ...transaction,
    shapedVersion: transaction.shapedVersion + 1,
    updatedAt: hash === transaction.hash ? transaction.updatedAt : now,
    shaped,
    hash,
    outputs: [...outputs],
  };
  return withEffects(next, journal, effects);
}

/**
 * Returns the input for shaping one link's output of a stored transaction: only the link's rules run, on the result of
 * the account's rules. Null if the link no longer carries transactions.
 */
export function linkToShape(
  stored: StoredTransaction,
  plan: AccountPlan,
  transferLinkId: number,
): ToShape | null {
  const { transaction, suppressions, userId } = stored;
  const link = plan.links.find((one) => one.transferLinkId === transferLinkId);
  if (!link) return null;
  const input = inputOf(transaction, transaction.shaped ?? transaction.raw, suppressions, plan);
  return { userId, plan: { accountRules: [], links: [link] }, input };
}

/**
 * Returns a stored transaction with a new output for one link. All else stays unchanged, because rules that were
 * attached later apply to arriving transactions only.
 */
export function reshapedForLink(
  stored: StoredTransaction,
  plan: AccountPlan,
  { outputs: renewed, effects, triggered, locked }: Shaping,
): ShapingResult {
  const { transaction } = stored;
  const outputs = new Map<number, ShapedOutput>(transaction.outputs.map((one) => [one.transferLinkId, one]));
  for (const output of renewed) outputs.set(output.transferLinkId, output);
  const next: ShapedTransaction = {
    ...transaction,
    shapedVersion: transaction.shapedVersion + 1,
    outputs: plan.links.flatMap((one) => outputs.get(one.transferLinkId) ?? []),
  };
  const prefixes = renewed.map(({ transferLinkId }) => `${transferLinkId}:`);
  const others = stored.effects.filter((digest) => !prefixes.some((prefix) => digest.startsWith(prefix)));
  const result = withEffects(next, { effects, triggered, locked }, stored.effects);
  return { ...result, effects: [...others, ...result.effects] };
}

/** Marks a stored transaction as removed; returns null if this version or a newer one was already handled. */
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
    journal: emptyJournal(),
  };
}

/** 72 bits, enough to distinguish the effects on one transaction. */
const DIGEST_LENGTH = 12;

function nextShapedVersion(
  rawVersion: number,
  known: { rawVersion: number; shapedVersion: number } | undefined,
): number {
  return known ? known.shapedVersion + rawVersion - known.rawVersion : rawVersion;
}

function inputOf(
  transaction: { readonly id: number; readonly createdAt: string; readonly updatedAt: string },
  document: TransactionDocument,
  suppressions: Suppressions,
  plan: AccountPlan,
): ShapingInput {
  return { document, suppressions, facts: transactionFacts(transaction, plan.accountId, plan.facts) };
}

function withEffects(
  transaction: ShapedTransaction,
  journal: ShapingResult['journal'],
  earlier: readonly string[],
): ShapingResult {
  const { effects } = journal;
  if (effects.length === 0) return { transaction, effects: [], newEffects: [], journal };
  const known = new Set(earlier.map(withoutRule));
  const digests = effects.map(effectDigest);
  const newEffects = effects.filter((_, index) => !known.has(withoutRule(digests[index] ?? '')));
  return { transaction, effects: digests, newEffects, journal };
}

/** Returns a digest that distinguishes an effect from others on the same transaction. */
export function effectDigest(
  effect: Omit<RuleEffect, 'kind' | 'actionType'> & { readonly kind: string },
): string {
  const { kind, ruleId, actionId, fieldName, previousValue, newValue, error } = effect;
  const content = JSON.stringify([kind, ruleId, actionId, fieldName, previousValue, newValue, error]);
  return `${effect.transferLinkId ?? 0}:${ruleId}:${shortHash(content).slice(0, DIGEST_LENGTH)}`;
}

/** Removes the rule from a digest: rows of earlier releases have `target:digest`. */
function withoutRule(digest: string): string {
  const [prefix, ...rest] = digest.split(':');
  return `${prefix}:${rest.at(-1)}`;
}

/** Returns whether the rule had any effect when the transaction was last shaped. */
export function hasEffectOf(effects: readonly string[], ruleId: number): boolean {
  return effects.some((digest) => digest.split(':')[1] === String(ruleId));
}
