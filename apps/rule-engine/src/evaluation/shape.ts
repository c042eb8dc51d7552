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
  /** What the link's author may read: its rules, whosever they are, run over no more. */
  readonly sight: Sight;
  readonly rules: readonly Rule[];
}

/** All that shapes the transactions of one account; with compiled rules it can be run. */
export interface ShapingPlan<Rule = CompiledRule> {
  readonly accountRules: readonly Rule[];
  readonly links: readonly LinkRules<Rule>[];
}

/** The same plan with another form of each rule; null leaves the rule out. */
export function mapRules<From, To>(plan: ShapingPlan<From>, to: (rule: From) => To | null): ShapingPlan<To> {
  const mapped = (rules: readonly From[]) => rules.flatMap((rule) => to(rule) ?? []);
  return {
    accountRules: mapped(plan.accountRules),
    links: plan.links.map(({ rules, ...link }) => ({ ...link, rules: mapped(rules) })),
  };
}

/** The plan's links alone. */
export function withoutRules(plan: ShapingPlan<unknown>): ShapingPlan {
  return mapRules<unknown, CompiledRule>(plan, () => null);
}

/** Every rule of the plan, as often as it is attached. */
export function rulesOf<Rule>({ accountRules, links }: ShapingPlan<Rule>): Rule[] {
  return [...accountRules, ...links.flatMap(({ rules }) => rules)];
}

/** What a rule did, before it is stored: one entry for each field it changed, or one for its failure. */
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

/** A transaction as it comes to its rules. */
export interface ShapingInput {
  readonly document: TransactionDocument;
  readonly facts: TransactionFacts;
  readonly suppressions: Suppressions;
}

/** A transaction after its rules; `shaped` is null where they left it as it was. */
export interface Shaping extends RuleJournal {
  readonly shaped: TransactionDocument | null;
  readonly hash: string;
  readonly outputs: readonly ShapedOutput[];
}

/** Collects what rules do while they run over one transaction. */
export interface RuleJournal {
  readonly effects: RuleEffect[];
  /** The rules that were triggered, whether they changed anything or not. */
  readonly triggered: number[];
  /** Those of them that left a field alone because the user set it. */
  readonly locked: number[];
}

/** The journal of a transaction that no rule was run over. */
export function emptyJournal(): RuleJournal {
  return { effects: [], triggered: [], locked: [] };
}

/** Runs the rules of the account, then, on what they left, those of each of its links. Pure: no I/O. */
export function shape(input: ShapingInput, plan: ShapingPlan): Shaping {
  const journal = emptyJournal();
  const target = accountTarget(input);
  runRules(plan.accountRules, target, null, journal);
  const { shaped, document, hash } = accountResult(input, target);
  const outputs = plan.links.map((link) => shapeForLink({ ...input, document }, hash, link, journal));
  return { shaped, hash, outputs, ...journal };
}

/** The transaction before the rules of its account. */
export function accountTarget({ document, facts, suppressions }: ShapingInput): Target {
  const subject = new Subject(document, facts);
  return { subject, output: null, suppressed: suppressedAt(suppressions, null) };
}

/** What the rules of the account left; `shaped` is null where that is the raw transaction. */
export function accountResult({ document: raw }: ShapingInput, { subject }: Target) {
  const shaped = subject.differs() ? subject.document : null;
  const document = shaped ?? raw;
  return { shaped, document, hash: documentHash(document) };
}

/**
 * One link's output, from the account-level document and its hash; adds what the rules did to the journal. No link's rules
 * run over a transaction that no link carries.
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

/** The parts of a split transaction are carried instead of it; one under review waits until somebody decides. */
export function isCarriedByNoLink({ split, under_review }: TransactionDocument): boolean {
  return split !== undefined || under_review === true;
}

/** The output of a link that does not carry the transaction. */
export function emptyOutput(hash: string, { transferLinkId }: LinkRules): ShapedOutput {
  const carriesNothing = { transferLinkId, document: null, destinationFields: {}, skip: true };
  return { ...carriesNothing, hash: outputHash(carriesNothing, hash) };
}

/** The account's document before the rules of a link. */
export function linkTarget({ document, facts, suppressions }: ShapingInput, link: LinkRules): Target {
  const { transferLinkId, destinationType, sight } = link;
  const subject = new Subject(seenDocument(document, sight), seenFacts(facts, sight));
  const output: OutputDraft = { destinationType, fields: {}, skip: false };
  return { subject, output, suppressed: suppressedAt(suppressions, transferLinkId) };
}

/** What the rules of the link left. */
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

/** The hash of a link's output; that of the account's document if it has no other content. */
export function outputHash(
  { document, destinationFields, skip }: Omit<ShapedOutput, 'hash'>,
  accountHash: string,
): string {
  const ownHash = document ? documentHash(document) : accountHash;
  const isPlain = !skip && Object.keys(destinationFields).length === 0;
  return isPlain ? ownHash : documentHash([ownHash, destinationFields, skip]);
}

/**
 * Rules in their order; each sees what those before it did. One that fails never stops the others.
 *
 * @returns whether rules behind them run, too
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
