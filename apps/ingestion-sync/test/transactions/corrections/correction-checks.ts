import { findRuleField, TransactionDocument } from '@tributary/contracts';
import { addDecimals, compareDecimals, negateDecimal } from '@tributary/money';
import { SeededRandom } from '@tributary/testing';
import { isDeepStrictEqual } from 'node:util';
import { compileRule } from '../../../../rule-engine/src/evaluation/compiled-rule';
import { NO_ACCOUNT_FACTS, transactionFacts } from '../../../../rule-engine/src/evaluation/documents/facts';
import { readField } from '../../../../rule-engine/src/evaluation/documents/document-fields';
import { shape } from '../../../../rule-engine/src/evaluation/shape';
import { FULL_SIGHT } from '../../../../rule-engine/src/evaluation/documents/sight';
import { CorrectedRow } from './corrected-account';
import { CorrectionHistory, SET_FIELDS, SetField } from './correction-history';

/** Returns the errors after a step; normally none. */
export function problemsOf(history: CorrectionHistory): string[] {
  const live = history.account.rows.filter(({ state }) => state === 'LIVE');
  return [
    ...live.flatMap((row) => wrongFields(history, row)),
    ...history.account.wholes.flatMap((whole) => wrongParts(history, whole)),
    ...wrongTotal(history),
    ...wrongHearing(history),
  ].map((problem) => `history ${history.seed}: ${problem}`);
}

/** Checks that everyone sees the user's values, also after rules whose results change each time. */
function wrongFields(history: CorrectionHistory, row: CorrectedRow): string[] {
  const shaped = afterRules(history.random, row);
  return [...expectedOf(history, row)].flatMap(([field, value]) => {
    const seen = [valueOf(row.document, field), valueOf(shaped, field)];
    const isNamed = row.document.edited_fields?.includes(field) ?? false;
    return isNamed && seen.every((one) => one === value)
      ? []
      : [`${field} of ${row.id} was set to ${value} and is ${seen.join(', by rules ')}`];
  });
}

/** Returns the expected fields: those set on the part, else those set on the whole. */
function expectedOf(history: CorrectionHistory, row: CorrectedRow): Map<SetField, string> {
  const own = history.setOn(row.id);
  if (row.split_of === null) return own;
  const ofWhole = [...history.setOn(row.split_of)].filter(([field]) => field !== 'amount');
  const inherited = new Map([...ofWhole, ...own]);
  const amount = row.edits?.amount;
  return amount === undefined ? inherited : inherited.set('amount', amount);
}

function valueOf(document: TransactionDocument, field: SetField): string {
  const found = findRuleField(field);
  if (!found) throw new Error(`${field} is in the table`);
  return readField(document, found);
}

/** Returns the document after rules that change some field. */
function afterRules(random: SeededRandom, row: CorrectedRow): TransactionDocument {
  const rules = [1, 2].map((id) => {
    const fieldName = random.pick(SET_FIELDS);
    const value = fieldName === 'amount' ? '-77.77' : 'by a rule';
    return compileRule({
      id,
      version: 1,
      sight: FULL_SIGHT,
      trigger_on_any_condition: false,
      skip_other_rules_when_triggered: false,
      conditions: [],
      actions: [{ id, action_type: 'SET_FIELD', field_name: fieldName, value }],
    });
  });
  const at = '2026-03-20T00:00:00.000Z';
  const facts = transactionFacts(
    { id: row.id, createdAt: at, updatedAt: at },
    row.account_id,
    NO_ACCOUNT_FACTS,
  );
  const { document } = row;
  return shape({ document, facts, suppressions: [] }, { accountRules: rules, links: [] }).shaped ?? document;
}

/**
 * Checks that parts add up to the confirmed amount, exist only with their whole, and are under review if the amount
 * differs.
 */
function wrongParts({ account }: CorrectionHistory, whole: CorrectedRow): string[] {
  const { split, document, state, id } = whole;
  const live = account.liveParts.filter((part) => part.split_of === id);
  const expected = state === 'LIVE' ? (split?.parts ?? []) : [];
  if (
    !isDeepStrictEqual(
      live.map((part) => part.id),
      expected,
    )
  )
    return [
      `${id} (${state}) has the parts ${expected.join()}, there are ${live.map((part) => part.id).join()}`,
    ];
  if (split === null || state !== 'LIVE')
    return document.split && split === null ? [`${id} shows parts`] : [];
  const sum = addDecimals(...live.map((part) => part.document.amount));
  const isConfirmed = compareDecimals(split.amount, document.amount) === 0;
  return [
    ...(compareDecimals(sum, split.amount) === 0
      ? []
      : [`parts of ${id} add up to ${sum}, not ${split.amount}`]),
    ...((document.split?.status === 'CONFIRMED') === isConfirmed
      ? []
      : [`${id} does not say if it needs a review`]),
    ...live
      .filter((part) => part.booked !== document.booked)
      .map((part) => `part ${part.id} is not booked as ${id}`),
  ];
}

/** Checks that the sum equals that without splits, except for amounts under review. */
function wrongTotal({ account, twin }: CorrectionHistory): string[] {
  const live = account.rows.filter(({ state }) => state === 'LIVE');
  const toReview = live.flatMap(({ split, document }) =>
    split ? [document.amount, negateDecimal(split.amount)] : [],
  );
  const counted = live.filter(({ split }) => split === null).map(({ document }) => document.amount);
  const total = addDecimals('0', ...counted, ...toReview);
  const ofTwin = addDecimals(
    '0',
    ...twin.rows.filter(({ state }) => state === 'LIVE').map(({ document }) => document.amount),
  );
  return compareDecimals(total, ofTwin) === 0 ? [] : [`counts ${total} instead of ${ofTwin}`];
}

/** Checks that consumers have every row as it is stored. */
function wrongHearing({ account }: CorrectionHistory): string[] {
  return account.rows.flatMap(({ id, state, document }) => {
    const known = account.heard.get(id)?.document ?? null;
    const expected = state === 'LIVE' ? document : null;
    return isDeepStrictEqual(plain(known), plain(expected))
      ? []
      : [`others do not know ${id} as it is (${state})`];
  });
}

/** When all parts are joined, no trace of a split remains: the account equals its twin. */
export function differencesFromTwin({ seed, account, twin }: CorrectionHistory): string[] {
  const [own, others] = [account.wholes.map(withoutIds), twin.wholes.map(withoutIds)];
  return own.flatMap((row, place) =>
    isDeepStrictEqual(row, others[place])
      ? []
      : [
          `history ${seed}: joined is ${JSON.stringify(row)} and never split ${JSON.stringify(others[place])}`,
        ],
  );
}

/** Removed rows cannot be joined. */
function withoutIds({ state, booked, day, document, provider_document, edits, split }: CorrectedRow) {
  const common = { state, booked, day, edits };
  return state === 'LIVE' ? { ...common, document, provider_document, split } : common;
}

function plain(document: TransactionDocument | null): unknown {
  return JSON.parse(JSON.stringify(document));
}
