import { ShapedTransaction, TransactionDocument } from '@tributary/contracts';
import { CompiledRule } from '../compiled-rule';
import { Shaping, ShapingInput, ShapingPlan } from '../shape';
import { shapeBoth } from './shape-both';
import { seenDocument, Sight } from '../documents/sight';
import { destinationChanges, documentChanges, fieldChange, keyOf } from '../shaping-changes';
import { PreviewMatch } from '../try-rule';

/** A transaction before the rules of its account run. */
export interface ComparedTransaction {
  readonly accountId: number;
  readonly transaction: Pick<ShapedTransaction, 'id' | 'createdAt' | 'updatedAt'>;
  readonly input: ShapingInput;
}

/**
 * The rules of an account in two versions: with the saved version of one rule, and with the changed version at the same
 * position.
 */
export interface Comparison {
  readonly ruleId: number;
  readonly before: ShapingPlan;
  readonly after: ShapingPlan;
  /** The parts of transactions that the caller may see. */
  readonly sight: Sight;
}

/**
 * Compares what two versions of a rule do to a transaction, for the account and for each link. Pure: no I/O.
 * @returns one match for each of them whose result differs or where the rule fails, and one match without changes if
 * the rule is triggered but all results stay equal
 */
export function compareRule(comparison: Comparison, compared: ComparedTransaction): PreviewMatch[] {
  const [before, after] = shapeBoth(compared.input, [comparison.before, comparison.after]);
  const matchFor = matcherOf(comparison, compared, before, after);
  const own = matchFor(null, new Set());
  const inherited = new Set(own.changes.map(keyOfChange));
  const matches = [own, ...comparison.after.links.map((link) => matchFor(link.transferLinkId, inherited))];
  const shown = matches.filter(({ changes, error }) => changes.length > 0 || error !== null);
  if (shown.length > 0 || !after.triggered.includes(comparison.ruleId)) return shown;
  const attached = attachedAt(comparison);
  return matches.filter(({ transferLinkId }) => transferLinkId === attached);
}

/** Returns a function that compares the results of the account (null) or of one link before and after the change. */
function matcherOf(
  { ruleId, sight }: Comparison,
  { accountId, transaction, input }: ComparedTransaction,
  before: Shaping,
  after: Shaping,
) {
  return (transferLinkId: number | null, inherited: ReadonlySet<string>): PreviewMatch => {
    const was = sideOf(before, input, transferLinkId, sight);
    const is = sideOf(after, input, transferLinkId, sight);
    const documents = documentChanges(was.document, is.document).filter((one) => !inherited.has(keyOf(one)));
    const failure = after.effects.find(
      (one) => one.kind === 'FAILED' && one.ruleId === ruleId && one.transferLinkId === transferLinkId,
    );
    return {
      transactionId: transaction.id,
      financialAccountId: accountId,
      createdAt: transaction.createdAt,
      updatedAt: transaction.updatedAt,
      transferLinkId,
      before: was.document,
      after: is.document,
      destinationFieldsBefore: was.destinationFields,
      destinationFieldsAfter: is.destinationFields,
      skip: is.skip,
      changes: [...documents, ...destinationChanges(was, is)].map((change) =>
        fieldChange({ id: transaction.id, accountId }, transferLinkId, change, after.effects),
      ),
      error: failure?.error ?? null,
    };
  };
}

function sideOf(
  { shaped, outputs }: Shaping,
  { document: raw }: ShapingInput,
  transferLinkId: number | null,
  sight: Sight,
) {
  const output = outputs.find((one) => one.transferLinkId === transferLinkId);
  const document: TransactionDocument = output?.document ?? shaped ?? raw;
  const { destinationFields, skip } = output ?? { destinationFields: {}, skip: false };
  return { document: seenDocument(document, sight), destinationFields, skip };
}

/** Returns the account (null) or the first link to which the rule is attached. */
function attachedAt({ ruleId, after }: Comparison): number | null {
  const isIt = ({ id }: CompiledRule) => id === ruleId;
  if (after.accountRules.some(isIt)) return null;
  return after.links.find(({ rules }) => rules.some(isIt))?.transferLinkId ?? null;
}

function keyOfChange({ field_name, previous_value, new_value }: PreviewMatch['changes'][number]): string {
  return keyOf({ fieldName: field_name, previousValue: previous_value, newValue: new_value });
}
