import {
  CommandResult,
  PreviewRule,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import { OutputDraft } from '../evaluation/actions';
import { CompiledRule } from '../evaluation/compiled-rule';
import { transactionFacts } from '../evaluation/facts';
import { LinkRules, RuleJournal, runRules } from '../evaluation/shape';
import { seenDocument, Sight } from '../evaluation/sight';
import { Subject } from '../evaluation/subject';
import { destinationChanges, documentChanges } from '../shaping/shaping-changes';
import { AccountPlan, StoredTransaction } from '../shaping/shaping-decisions';

export type PreviewMatch = CommandResult<typeof PreviewRule>['matches'][number];

/** How a rule is tried: on accounts, or on the links whose destination takes it. */
export interface Trial {
  readonly rule: CompiledRule;
  /** Null: on the account itself. */
  readonly destinations: readonly string[] | null;
  /** Neither the rule nor who asked for it sees more. */
  readonly sight: Sight;
}

/** What the rule is tried on: the account's shaped transaction, or what one link carries. */
interface Place {
  readonly document: TransactionDocument;
  readonly link: LinkRules | null;
  readonly output: Pick<ShapedOutput, 'destinationFields' | 'skip'>;
}

const NO_OUTPUT = { destinationFields: {}, skip: false };

/**
 * Runs a rule over a transaction as it is now, as if it were attached behind all others; one match for each place
 * where it is triggered, or fails. Pure: no I/O.
 */
export function tryRule(trial: Trial, stored: StoredTransaction, plan: AccountPlan): PreviewMatch[] {
  return placesOf(trial, stored.transaction, plan).flatMap(
    (place) => tryAt(trial, place, stored, plan) ?? [],
  );
}

function placesOf({ destinations }: Trial, transaction: ShapedTransaction, { links }: AccountPlan): Place[] {
  const shaped = transaction.shaped ?? transaction.raw;
  if (destinations === null) return [{ document: shaped, link: null, output: NO_OUTPUT }];
  return links
    .filter(({ destinationType }) => destinations.includes(destinationType))
    .map((link) => {
      const output = transaction.outputs.find((one) => one.transferLinkId === link.transferLinkId);
      return { document: output?.document ?? shaped, link, output: output ?? NO_OUTPUT };
    });
}

function tryAt(
  { rule, sight }: Trial,
  place: Place,
  { transaction, accountId }: StoredTransaction,
  plan: AccountPlan,
): PreviewMatch | null {
  const before = seenDocument(place.document, sight);
  const subject = new Subject(before, transactionFacts(transaction, accountId, plan.facts));
  const output = place.link && draftOf(place.link, place.output);
  const journal: RuleJournal = { effects: [], triggered: [] };
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

function draftOf({ destinationType }: LinkRules, output: Place['output']): OutputDraft {
  return { destinationType, fields: output.destinationFields, skip: output.skip };
}
