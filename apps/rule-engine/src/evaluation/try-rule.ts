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

/** How a rule is tried: on accounts, or on the links whose destination takes it. */
export interface Trial<Rule = CompiledRule> {
  readonly rule: Rule;
  /** Null: on the account itself. */
  readonly destinations: readonly string[] | null;
  /** Neither the rule nor its caller sees more. */
  readonly sight: Sight;
}

/** A transaction as the rule meets it, at each place where it would be attached. */
export interface TriedTransaction {
  readonly accountId: number;
  readonly transaction: Pick<ShapedTransaction, 'id' | 'createdAt' | 'updatedAt'>;
  readonly facts: AccountFacts;
  readonly places: readonly Place[];
}

/** What the rule is tried on: the account's shaped transaction, or what one link carries. */
interface Place {
  readonly document: TransactionDocument;
  readonly link: Omit<LinkRules, 'rules'> | null;
  readonly output: Pick<ShapedOutput, 'destinationFields' | 'skip'>;
}

/** A place at which no link carries anything. */
export const NO_OUTPUT = { destinationFields: {}, skip: false };

/**
 * Runs a rule over a transaction as it is now, as if it were attached behind all others; one match for each place
 * where it is triggered, or fails. Pure: no I/O.
 */
export function tryRule(trial: Trial, tried: TriedTransaction): PreviewMatch[] {
  return tried.places.flatMap((place) => tryAt(trial, place, tried) ?? []);
}

function tryAt(
  { rule, sight }: Trial,
  place: Place,
  { transaction, accountId, facts }: TriedTransaction,
): PreviewMatch | null {
  const seen = place.link ? seenByBoth(sight, place.link.sight) : sight;
  const before = seenDocument(place.document, seen);
  const subject = new Subject(before, seenFacts(transactionFacts(transaction, accountId, facts), seen));
  const output = place.link && draftOf(place.link, place.output);
  const journal = emptyJournal();
  const transferLinkId = place.link?.transferLinkId ?? null;
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
    destinationFieldsBefore: place.output.destinationFields,
    destinationFieldsAfter: after.destinationFields,
    skip: after.skip,
    changes: [...documentChanges(before, subject.document), ...destinationChanges(place.output, after)].map(
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

function draftOf({ destinationType }: NonNullable<Place['link']>, output: Place['output']): OutputDraft {
  return { destinationType, fields: output.destinationFields, skip: output.skip };
}
