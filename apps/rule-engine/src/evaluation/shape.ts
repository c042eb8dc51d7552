import { ActionType, DestinationType, ShapedOutput, TransactionDocument } from '@tributary/contracts';
import { OutputDraft, Target } from './actions';
import { CompiledRule, failed, RuleOutcome } from './compiled-rule';
import { documentHash } from './documents/document-hash';
import { TransactionFacts } from './documents/facts';
import { seenDocument, seenFacts, Sight } from './documents/sight';
import { Subject } from './documents/subject';
import { suppressedAt, Suppressions } from './suppressions';

/** A transfer link that carries transactions, with its rules in order. */
export interface LinkRules<Rule = CompiledRule> {
  readonly transferLinkId: number;
  readonly destinationType: DestinationType;
  /** The parts that the link's author may read; all rules of the link are limited to them. */
  readonly sight: Sight;
  readonly rules: readonly Rule[];
}

/** The rules and links that shape the transactions of one account. With compiled rules it can be run. */
export interface ShapingPlan<Rule = CompiledRule> {
  readonly accountRules: readonly Rule[];
  readonly links: readonly LinkRules<Rule>[];
}

/** Returns the plan with each rule mapped; rules that map to null are left out. */
export function mapRules<From, To>(plan: ShapingPlan<From>, to: (rule: From) => To | null): ShapingPlan<To> {
  const mapped = (rules: readonly From[]) => rules.flatMap((rule) => to(rule) ?? []);
  return {
    accountRules: mapped(plan.accountRules),
    links: plan.links.map(({ rules, ...link }) => ({ ...link, rules: mapped(rules) })),
  };
}

/** Returns the plan with its links but without rules. */
export function withoutRules(plan: ShapingPlan<unknown>): ShapingPlan {
  return mapRules<unknown, CompiledRule>(plan, () => null);
}

/** Returns every rule of the plan, once for each attachment. */
export function rulesOf<Rule>({ accountRules, links }: ShapingPlan<Rule>): Rule[] {
  return [...accountRules, ...links.flatMap(({ rules }) => rules)];
}

/** An effect of a rule before it is stored: one for each changed field, or one for a failure. */
export interface RuleEffect {
  readonly kind: 'APPLIED' | 'FAILED';
  readonly ruleId: number;
  readonly actionId: number | null;
  readonly actionType: ActionType | null;
  readonly transferLinkId: number | null;
  readonly fieldName: string | null;
  readonly previousValue: string | null;
  readonly newValue: string | null;
  readonly error: string | null;
}

/** A transaction before its rules run. */
export interface ShapingInput {
  readonly document: TransactionDocument;
  readonly facts: TransactionFacts;
  readonly suppressions: Suppressions;
}

/** A transaction after its rules; `shaped` is null if they changed nothing. */
export interface Shaping extends RuleJournal {
  readonly shaped: TransactionDocument | null;
  readonly hash: string;
  readonly outputs: readonly ShapedOutput[];
}

/** Collects the effects of rules while they run over one transaction. */
export interface RuleJournal {
  readonly effects: RuleEffect[];
  /** The triggered rules, including those that changed nothing. */
  readonly triggered: number[];
  /** The triggered rules that skipped a field because the user set it. */
  readonly locked: number[];
}

/** Returns an empty journal. */
export function emptyJournal(): RuleJournal {
  return { effects: [], triggered: [], locked: [] };
}

/** Runs the rules of the account, then the rules of each link on the account's result. Pure: no I/O. */
export function shape(input: ShapingInput, plan: ShapingPlan): Shaping {
  const journal = emptyJournal();
  const target = accountTarget(input);
  runRules(plan.accountRules, target, null, journal);
  const { shaped, document, hash } = accountResult(input, target);
  const outputs = plan.links.map((link) => shapeForLink({ ...input, document }, hash, link, journal));
  return { shaped, hash, outputs, ...journal };
}

/** Returns the target for the account's rules. */
export function accountTarget({ document, facts, suppressions }: ShapingInput): Target {
  const subject = new Subject(document, facts);
  return { subject, output: null, suppressed: suppressedAt(suppressions, null) };
}

/** Returns the result of the account's rules; `shaped` is null if it equals the raw transaction. */
export function accountResult({ document: raw }: ShapingInput, { subject }: Target) {
  const shaped = subject.differs() ? subject.document : null;
  const document = shaped ?? raw;
  return { shaped, document, hash: documentHash(document) };
}

/**
 * Returns one link's output, from the account's document and its hash, and adds the effects to the journal. A
 * transaction that no link carries gets an empty output; the link's rules do not run.
 */
export function shapeForLink(
  input: ShapingInput,
  hash: string,
  link: LinkRules,
  journal: RuleJournal,
): ShapedOutput {
  if (isCarriedByNoLink(input.document)) return emptyOutput(hash, link);
  const target = linkTarget(input, link);
  runRules(link.rules, target, link.transferLinkId, journal);
  return linkOutput(hash, link, target);
}

/**
 * Returns whether the transaction is transferred by no link: a split transaction is replaced by its parts, and one
 * under review waits for a decision.
 */
export function isCarriedByNoLink({ split, under_review }: TransactionDocument): boolean {
  return split !== undefined || under_review === true;
}

/** Returns the output of a link that does not carry the transaction. */
export function emptyOutput(hash: string, { transferLinkId }: LinkRules): ShapedOutput {
  const carriesNothing = { transferLinkId, document: null, destinationFields: {}, skip: true };
  return { ...carriesNothing, hash: outputHash(carriesNothing, hash) };
}

/** Returns the target for the rules of a link: the account's document. */
export function linkTarget({ document, facts, suppressions }: ShapingInput, link: LinkRules): Target {
  const { transferLinkId, destinationType, sight } = link;
  const subject = new Subject(seenDocument(document, sight), seenFacts(facts, sight));
  const output: OutputDraft = { destinationType, fields: {}, skip: false };
  return { subject, output, suppressed: suppressedAt(suppressions, transferLinkId) };
}

/** Returns the link's output after its rules. */
export function linkOutput(
  hash: string,
  { transferLinkId }: LinkRules,
  { subject, output }: Target,
): ShapedOutput {
  const own = subject.differs() ? subject.document : null;
  const { fields, skip } = output ?? { fields: {}, skip: false };
  const shaped = { transferLinkId, document: own, destinationFields: fields, skip };
  return { ...shaped, hash: outputHash(shaped, hash) };
}

/** Returns the hash of a link's output; it is the account's hash if the content is the same. */
export function outputHash(
  { document, destinationFields, skip }: Omit<ShapedOutput, 'hash'>,
  accountHash: string,
): string {
  const ownHash = document ? documentHash(document) : accountHash;
  const isPlain = !skip && Object.keys(destinationFields).length === 0;
  return isPlain ? ownHash : documentHash([ownHash, destinationFields, skip]);
}

/**
 * Runs rules in their order; each sees the changes of the rules before it. A failing rule does not stop the others.
 * @returns whether the rules after them run, too
 */
export function runRules(
  rules: readonly CompiledRule[],
  target: Target,
  transferLinkId: number | null,
  { effects, triggered, locked }: RuleJournal,
): boolean {
  for (const rule of rules) {
    let outcome: RuleOutcome;
    try {
      if (!rule.triggers(target.subject)) continue;
      outcome = rule.act(target);
    } catch (error) {
      outcome = failed(error, null);
    }
    addEffects(rule.id, outcome, transferLinkId, effects);
    if (outcome.kind === 'failed') continue;
    triggered.push(rule.id);
    if (outcome.metLock) locked.push(rule.id);
    if (rule.skipsOthersWhenTriggered) return false;
  }
  return true;
}

function addEffects(
  ruleId: number,
  outcome: RuleOutcome,
  transferLinkId: number | null,
  effects: RuleEffect[],
): void {
  switch (outcome.kind) {
    case 'applied':
      for (const { actionId, actionType, fieldName, previousValue, newValue } of outcome.changes) {
        const names = { ruleId, actionId, actionType, transferLinkId, fieldName };
        effects.push({ kind: 'APPLIED', ...names, previousValue, newValue, error: null });
      }
      return;
    case 'failed':
      effects.push({
        kind: 'FAILED',
        ruleId,
        actionId: outcome.action?.id ?? null,
        actionType: outcome.action?.type ?? null,
        transferLinkId,
        fieldName: null,
        previousValue: null,
        newValue: null,
        error: outcome.reason,
      });
  }
}
