import {
  CommandResult,
  PreviewRule,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import { OutputDraft } from './actions';
import { CompiledRule } from './compiled-rule';
import { AccountFacts, transactionFacts } from './documents/facts';
import { emptyJournal, LinkRules, runRules } from './shape';
import { seenByBoth, seenDocument, seenFacts, Sight } from './documents/sight';
import { destinationChanges, documentChanges } from './shaping-changes';
import { Subject } from './documents/subject';

export type PreviewMatch = CommandResult<typeof PreviewRule>['matches'][number];

/** A rule that is tried on accounts, or on links of the destinations that it fits. */
export interface Trial<Rule = CompiledRule> {
  readonly rule: Rule;
  /** Null for the account itself. */
  readonly destinations: readonly string[] | null;
  /** The parts that both the rule and its caller may read. */
  readonly sight: Sight;
}

/** A transaction with every target (the account or its links) to which the rule would be attached. */
export interface TriedTransaction {
  readonly accountId: number;
  readonly transaction: Pick<ShapedTransaction, 'id' | 'createdAt' | 'updatedAt'>;
  readonly facts: AccountFacts;
  readonly targets: readonly TrialTarget[];
}

/** The document that the rule is tried on: the account's shaped one, or the output of one link. */
interface TrialTarget {
  readonly document: TransactionDocument;
  readonly link: Omit<LinkRules, 'rules'> | null;
  readonly output: Pick<ShapedOutput, 'destinationFields' | 'skip'>;
}

/** The output where no link carries anything. */
export const NO_OUTPUT = { destinationFields: {}, skip: false };

/**
 * Runs a rule over a transaction in its current state, as if it were attached last. Pure: no I/O.
 * @returns one match for each target where it is triggered or fails
 */
export function tryRule(trial: Trial, tried: TriedTransaction): PreviewMatch[] {
  return tried.targets.flatMap((target) => tryAt(trial, target, tried) ?? []);
}

function tryAt(
  { rule, sight }: Trial,
  target: TrialTarget,
  { transaction, accountId, facts }: TriedTransaction,
): PreviewMatch | null {
  const seen = target.link ? seenByBoth(sight, target.link.sight) : sight;
  const before = seenDocument(target.document, seen);
  const subject = new Subject(before, seenFacts(transactionFacts(transaction, accountId, facts), seen));
  const output = target.link && draftOf(target.link, target.output);
  const journal = emptyJournal();
  const transferLinkId = target.link?.transferLinkId ?? null;
  runRules([rule], { subject, output, suppressed: null }, transferLinkId, journal);
  const failure = journal.effects.find(({ kind }) => kind === 'FAILED');
  if (!failure && journal.triggered.length === 0) return null;
  const after = output ? { destinationFields: output.fields, skip: output.skip } : NO_OUTPUT;
  return {
    transactionId: transaction.id,
    financialAccountId: accountId,
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
    transferLinkId,
    before,
    after: subject.document,
    destinationFieldsBefore: target.output.destinationFields,
    destinationFieldsAfter: after.destinationFields,
    skip: after.skip,
    changes: [...documentChanges(before, subject.document), ...destinationChanges(target.output, after)].map(
      ({ fieldName, previousValue, newValue }) => ({
        transaction_id: transaction.id,
        financial_account_id: accountId,
        transfer_link_id: transferLinkId,
        rule_id: null,
        field_name: fieldName,
        previous_value: previousValue,
        new_value: newValue,
      }),
    ),
    error: failure?.error ?? null,
  };
}

function draftOf(
  { destinationType }: NonNullable<TrialTarget['link']>,
  output: TrialTarget['output'],
): OutputDraft {
  return { destinationType, fields: output.destinationFields, skip: output.skip };
}
