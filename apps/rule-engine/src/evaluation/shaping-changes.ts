import {
  FieldChange,
  findRuleField,
  RULE_FIELDS,
  RuleField,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import { readField } from './documents/document-fields';
import { RuleEffect } from './shape';

const SETTABLE = RULE_FIELDS.filter(({ settable }) => settable);

/** The values of a field before and after; null for no value. */
export interface ValueChange {
  readonly fieldName: string | null;
  readonly previousValue: string | null;
  readonly newValue: string | null;
}

/** Returns the differences of two documents in the fields that rules can set. */
export function documentChanges(before: TransactionDocument, after: TransactionDocument): ValueChange[] {
  if (before === after) return [];
  return [...SETTABLE, ...furtherFields(before, after)].flatMap((field) => {
    const previousValue = readField(before, field) || null;
    const newValue = readField(after, field) || null;
    return previousValue === newValue ? [] : [{ fieldName: field.name, previousValue, newValue }];
  });
}

/** Returns the members of `mapped_fields` that the table of fields does not list. */
function furtherFields(...documents: readonly TransactionDocument[]): RuleField[] {
  const names = new Set(documents.flatMap(({ mapped_fields }) => Object.keys(mapped_fields)));
  return [...names].flatMap((name) => {
    const field = findRuleField(`mapped_fields.${name}`);
    return field?.slot === -1 ? [field] : [];
  });
}

/** Returns the differences of the destination's fields and of the skip flag. */
export function destinationChanges(
  before: Pick<ShapedOutput, 'destinationFields' | 'skip'>,
  after: Pick<ShapedOutput, 'destinationFields' | 'skip'>,
): ValueChange[] {
  const names = new Set([...Object.keys(before.destinationFields), ...Object.keys(after.destinationFields)]);
  const changes = [...names].flatMap((fieldName) => {
    const previousValue = before.destinationFields[fieldName] ?? null;
    const newValue = after.destinationFields[fieldName] ?? null;
    return previousValue === newValue ? [] : [{ fieldName, previousValue, newValue }];
  });
  if (before.skip === after.skip) return changes;
  return [
    ...changes,
    { fieldName: null, previousValue: skipText(before.skip), newValue: skipText(after.skip) },
  ];
}

const skipText = (skip: boolean): string => (skip ? 'skipped' : 'transferred');

/**
 * Returns all differences between two shapings of a transaction. A change that a link only inherits from its account is
 * returned once.
 */
export function shapingChanges(
  accountId: number,
  before: ShapedTransaction,
  after: ShapedTransaction,
  effects: readonly RuleEffect[],
): FieldChange[] {
  const transaction = { id: after.id, accountId };
  const toChange = (transferLinkId: number | null, change: ValueChange) =>
    fieldChange(transaction, transferLinkId, change, effects);
  const own = documentChanges(before.shaped ?? before.raw, after.shaped ?? after.raw);
  const inherited = new Set(own.map(keyOf));
  const ofLinks = after.outputs.flatMap((output) => {
    const earlier = before.outputs.find((one) => one.transferLinkId === output.transferLinkId);
    if (!earlier || earlier.hash === output.hash) return [];
    const documents = documentChanges(documentOf(before, earlier), documentOf(after, output));
    const changes = documents.filter((change) => !inherited.has(keyOf(change)));
    return [...changes, ...destinationChanges(earlier, output)].map((change) =>
      toChange(output.transferLinkId, change),
    );
  });
  return [...own.map((change) => toChange(null, change)), ...ofLinks];
}

/** Returns the published form of a change, with the rule that set the new value. */
export function fieldChange(
  transaction: { readonly id: number; readonly accountId: number },
  transferLinkId: number | null,
  change: ValueChange,
  effects: readonly RuleEffect[],
): FieldChange {
  return {
    transaction_id: transaction.id,
    financial_account_id: transaction.accountId,
    transfer_link_id: transferLinkId,
    rule_id: setBy(change.fieldName, transferLinkId, effects),
    field_name: change.fieldName,
    previous_value: change.previousValue,
    new_value: change.newValue,
  };
}

/**
 * Returns the last rule that set the field. A link inherits from its account the fields that its own rules do not set.
 */
function setBy(
  fieldName: string | null,
  transferLinkId: number | null,
  effects: readonly RuleEffect[],
): number | null {
  const by = effects.findLast(
    (one) =>
      one.kind === 'APPLIED' &&
      one.fieldName === fieldName &&
      (one.transferLinkId === transferLinkId || one.transferLinkId === null),
  );
  return by?.ruleId ?? null;
}

function documentOf(transaction: ShapedTransaction, output: ShapedOutput): TransactionDocument {
  return output.document ?? transaction.shaped ?? transaction.raw;
}

/** Returns a key that is equal for equal changes. */
export function keyOf({ fieldName, previousValue, newValue }: ValueChange): string {
  return JSON.stringify([fieldName, previousValue, newValue]);
}
