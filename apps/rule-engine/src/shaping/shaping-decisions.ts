import { RawTransaction, ShapedOutput, ShapedTransaction, TransactionDocument } from '@tributary/contracts';
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

/** How an account's transactions are shaped now. */
export interface AccountPlan extends ShapingPlan<RuleDefinition> {
  readonly accountId: number;
  /** What rules may know of the account. */
  readonly facts: AccountFacts;
  /** What still arrives for a deleted account is not kept. */
  readonly isDeleted: boolean;
}

/** What is remembered of a transaction's last shaping. */
export interface KnownShaping {
  readonly rawVersion: number;
  readonly shapedVersion: number;
  /** Digests of what the rules did, as `place:rule:digest`; the place is the link's id, 0 for the account. */
  readonly effects: readonly string[];
  /** What was undone, and stays so whatever the provider sends. */
  readonly suppressions: Suppressions;
}

/** A stored transaction with its document. */
export interface StoredTransaction {
  readonly accountId: number;
  readonly userId: number;
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
  readonly suppressions: Suppressions;
}

/** A transaction's new state, and what of the rules' effects was not logged before. */
export interface ShapingResult {
  readonly transaction: ShapedTransaction;
  readonly effects: readonly string[];
  readonly newEffects: readonly RuleEffect[];
  /** All that rules did this time. */
  readonly journal: RuleJournal;
}

/** A transaction that rules are to run over, and the rules. */
export interface ToShape {
  readonly userId: number;
  readonly plan: ShapingPlan<RuleDefinition>;
  readonly input: ShapingInput;
}

/** How an incoming transaction comes to its rules; null where this version or a newer one was shaped already. */
export function incomingInput(
  incoming: RawTransaction,
  known: Pick<KnownShaping, 'rawVersion' | 'suppressions'> | undefined,
  plan: AccountPlan,
): ShapingInput | null {
  if (known && incoming.version <= known.rawVersion) return null;
  return inputOf(incoming, incoming.document, known?.suppressions ?? [], plan);
}

/**
 * An incoming transaction after its rules. The shaped version rises as far as the raw one, so that it does not depend
 * on which versions were seen in between.
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

/** How a stored transaction comes to its rules once more: in full, from its raw document. */
export function storedInput(
  { transaction, suppressions }: StoredTransaction,
  plan: AccountPlan,
): ShapingInput {
  return inputOf(transaction, transaction.raw, suppressions, plan);
}

/** A stored transaction after the rules and links of now. */
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
 * Adds or renews one link's output of a stored transaction: runs only the link's rules, on the result of the account's
 * rules. Null if the link carries nothing any more.
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
 * A stored transaction with one link's output renewed. All else stays as it was shaped: rules that were attached since
 * then apply to what comes in, not to history.
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
  const places = renewed.map(({ transferLinkId }) => `${transferLinkId}:`);
  const others = stored.effects.filter((digest) => !places.some((place) => digest.startsWith(place)));
  const result = withEffects(next, { effects, triggered, locked }, stored.effects);
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
    journal: emptyJournal(),
  };
}

/** 72 bits: enough to distinguish what rules did to one transaction. */
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

/** Distinguishes an effect from others on the same transaction. */
export function effectDigest(
  effect: Omit<RuleEffect, 'kind' | 'actionType'> & { readonly kind: string },
): string {
  const { kind, ruleId, actionId, fieldName, previousValue, newValue, error } = effect;
  const content = JSON.stringify([kind, ruleId, actionId, fieldName, previousValue, newValue, error]);
  return `${effect.transferLinkId ?? 0}:${ruleId}:${shortHash(content).slice(0, DIGEST_LENGTH)}`;
}

/** Digests that were stored before they named their rule are `place:digest`. */
function withoutRule(digest: string): string {
  const [place, ...rest] = digest.split(':');
  return `${place}:${rest.at(-1)}`;
}

/** Whether the rule left any effect on the transaction when it was last shaped. */
export function hasEffectOf(effects: readonly string[], ruleId: number): boolean {
  return effects.some((digest) => digest.split(':')[1] === String(ruleId));
}
