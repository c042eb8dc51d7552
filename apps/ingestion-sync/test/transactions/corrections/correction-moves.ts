import { TransactionPart } from '@tributary/contracts';
import { fromHundredths, toHundredths } from '@tributary/money';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { onlyResult } from '../only-result';
import { joinTransaction, splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { acceptSettlement } from '../../../src/transactions/reviews/accept-settlement';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';
import { CorrectedAccount, CorrectedRow } from './corrected-account';
import { CorrectionHistory, SET_FIELDS, settingOf } from './correction-history';

/** An action of a user in a history. */
export interface CorrectionMove {
  readonly name: string;
  /** Its frequency relative to the others. */
  readonly weight: number;
  /** Whether it may run while the bank's response is saved. */
  readonly concurrent: boolean;
  /** @returns whether it was done: there may be nothing to do it to, or it is refused */
  readonly play: (history: CorrectionHistory) => Promise<boolean>;
}

/** All actions of users in histories; add a line for a further kind of correction. */
export const CORRECTION_MOVES: readonly CorrectionMove[] = [
  { name: 'set a field', weight: 6, concurrent: true, play: setOnWhole },
  { name: 'set a field of a part', weight: 4, concurrent: true, play: setOnPart },
  { name: 'split', weight: 6, concurrent: true, play: split },
  { name: 'split wrongly', weight: 1, concurrent: true, play: splitWrongly },
  { name: 'split a part', weight: 1, concurrent: true, play: splitPart },
  { name: 'join', weight: 3, concurrent: true, play: join },
  { name: 'delete', weight: 1, concurrent: true, play: remove },
  { name: 'accept a settlement', weight: 8, concurrent: false, play: accept },
  { name: 'undo a settlement', weight: 4, concurrent: false, play: undo },
];

async function setOnWhole(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.wholes);
  if (!row) return false;
  const { random } = history;
  const field = random.pick(SET_FIELDS);
  const release = random.chance(0.25);
  const value = field === 'amount' ? `-${random.between(1, 99)}.25` : `mine ${random.below(1000)}`;
  const fields = settingOf(field, release ? null : value);
  const update = (account: CorrectedAccount, transactionId: number) =>
    account.command(async (tx, caller) =>
      onlyResult(await updateTransactions(tx, caller, [{ transactionId, fields }])),
    );
  if (!(await update(history.account, row.id))) return false;
  if (release) history.setOn(row.id).delete(field);
  else history.setOn(row.id).set(field, value);
  history.mirror(row, update);
  return true;
}

async function setOnPart(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.liveParts);
  if (!row) return false;
  const { random } = history;
  const field = random.pick(SET_FIELDS);
  const release = random.chance(0.25);
  const value = `part ${random.below(1000)}`;
  const fields = settingOf(field, release ? null : field === 'amount' ? '-1.00' : value);
  const changes = await history.account.command(async (tx, caller) =>
    onlyResult(await updateTransactions(tx, caller, [{ transactionId: row.id, fields }])),
  );
  if (!changes) return false;
  if (field === 'amount') throw new Error(`history ${history.seed}: a part's amount was changed alone`);
  if (release) history.setOn(row.id).delete(field);
  else history.setOn(row.id).set(field, value);
  return true;
}

async function split(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.wholes);
  if (!row) return false;
  const parts = partsOf(history, row, '0.00');
  const changes = await history.account.command((tx, caller) =>
    splitTransaction(tx, caller, { transactionId: row.id, parts }),
  );
  const [, ...made] = changes?.upserted ?? [];
  made.forEach(({ id }, place) => {
    const payee = parts[place]?.mapped_fields?.payee;
    if (payee !== undefined) history.setOn(id).set('mapped_fields.payee', payee);
  });
  return changes !== null;
}

async function splitWrongly(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.wholes);
  if (!row) return false;
  const parts = partsOf(history, row, '0.01');
  // The sum may be right by then if the bank's response is saved at the same time; the result is checked in the same
  // way.
  const changes = await history.account.command((tx, caller) =>
    splitTransaction(tx, caller, { transactionId: row.id, parts }),
  );
  return changes !== null;
}

async function splitPart(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.liveParts);
  if (!row) return false;
  const parts = partsOf(history, row, '0.00');
  const changes = await history.account.command((tx, caller) =>
    splitTransaction(tx, caller, { transactionId: row.id, parts }),
  );
  if (changes) throw new Error(`history ${history.seed}: a part was split`);
  return false;
}

/** Returns two to five parts that add up to the row's amount plus `more`, sometimes with one of the other sign. */
function partsOf(history: CorrectionHistory, row: CorrectedRow, more: string): TransactionPart[] {
  const { random } = history;
  let left = toHundredths(row.document.amount) + toHundredths(more);
  const parts: TransactionPart[] = [];
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    const share = random.between(1, 400) * (random.chance(0.2) ? 1 : -1);
    left -= share;
    parts.push(partOf(history, share));
  }
  return left === 0 ? parts : [...parts, partOf(history, left)];
}

function partOf({ random }: CorrectionHistory, hundredths: number): TransactionPart {
  const amount = fromHundredths(hundredths);
  return random.chance(0.4)
    ? { amount, mapped_fields: { payee: `share ${random.below(1000)}` } }
    : { amount };
}

async function join(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.wholes.filter(({ split: parts }) => parts !== null));
  if (!row) return false;
  const joined = await history.account.command((tx, caller) =>
    joinTransaction(tx, caller, { transactionId: row.id }),
  );
  return joined !== null;
}

async function remove(history: CorrectionHistory): Promise<boolean> {
  const row = history.pick(history.account.wholes);
  if (!row) return false;
  const deletion = (account: CorrectedAccount, transactionId: number) =>
    account.command(async (tx, caller) => onlyResult(await deleteTransactions(tx, caller, [transactionId])));
  if (!(await deletion(history.account, row.id))) return false;
  history.mirror(row, deletion);
  return true;
}

interface Decided {
  readonly id: number;
  readonly pending_transaction_id: number | null;
  readonly booked_transaction_id: number | null;
}

/** Returns the account's settlements with one of the statuses, in the order in which they arrived. */
function settlementsOf(account: CorrectedAccount, statuses: readonly string[]): Promise<Decided[]> {
  return account.store.database.query<Decided>(
    `select id, pending_transaction_id, booked_transaction_id from settlements
      where account_id = $1 and status = any($2::text[]) order by id`,
    [account.id, statuses],
  );
}

async function decide(
  history: CorrectionHistory,
  statuses: readonly string[],
  decision: typeof acceptSettlement,
): Promise<Decided | null> {
  const possible = await settlementsOf(history.account, statuses);
  if (possible.length === 0) return null;
  const one = history.random.pick(possible);
  const same = (await settlementsOf(history.twin, statuses)).find(isSameIn(history, one));
  if (!same) return null;
  const run = (account: CorrectedAccount, settlementId: number) =>
    account.command((tx, caller) => decision(tx, caller, { settlementId }));
  if (!(await run(history.account, one.id))) return null;
  if (!(await run(history.twin, same.id)))
    throw new Error(`history ${history.seed}: the twin cannot decide the same`);
  return one;
}

/** Returns whether the twin's settlement has the corresponding rows. */
function isSameIn({ account, twin }: CorrectionHistory, one: Decided): (other: Decided) => boolean {
  const placeIn = ({ wholes }: CorrectedAccount, id: number | null) =>
    wholes.findIndex((row) => row.id === id);
  return (other) =>
    placeIn(account, one.pending_transaction_id) === placeIn(twin, other.pending_transaction_id) &&
    placeIn(account, one.booked_transaction_id) === placeIn(twin, other.booked_transaction_id);
}

/** Accepts a duplicate. Values that were set on either row count; if set on both, the pending one's. */
async function accept(history: CorrectionHistory): Promise<boolean> {
  const decided = await decide(history, ['OPEN'], acceptSettlement);
  if (!decided?.pending_transaction_id || !decided.booked_transaction_id) return false;
  const kept = history.setOn(decided.pending_transaction_id);
  for (const [field, value] of history.setOn(decided.booked_transaction_id)) {
    if (!kept.has(field)) kept.set(field, value);
  }
  return true;
}

async function undo(history: CorrectionHistory): Promise<boolean> {
  return (await decide(history, ['MERGED', 'ACCEPTED'], undoSettlement)) !== null;
}
