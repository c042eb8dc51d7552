import { ROOT_CONTEXT } from '@opentelemetry/api';
import { groupBy } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { SeededRandom } from '@tributary/testing';
import { joinTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { saveAnswers } from '../../../src/transactions/saving/save-answers';
import { AnsweredAccount, TODAY } from '../../answered-account';
import { TransactionStore } from '../../transaction-store';
import { CorrectedAccount, CorrectedRow } from './corrected-account';
import { BankAnswer } from './corrected-bank';
import { differencesFromTwin, problemsOf } from './correction-checks';
import { CorrectionHistory } from './correction-history';
import { CORRECTION_MOVES, CorrectionMove } from './correction-moves';

/** The default share plays the same histories each time; HISTORY_SEED repeats one, FULL=1 plays many more. */
const ONE_SEED = process.env.HISTORY_SEED;
const IS_FULL = Boolean(process.env.FULL);
const FIRST_SEED = Number(ONE_SEED ?? (IS_FULL ? Date.now() % 1_000_000_000 : 1));
const HISTORIES = ONE_SEED ? 1 : IS_FULL ? Number(process.env.HISTORIES ?? 20_000) : 300;
const AT_ONCE = 100;
const STEPS = 8;

let store: TransactionStore;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());

async function openHistories(firstSeed: number, count: number): Promise<CorrectionHistory[]> {
  const ids = await store.openAccounts(2 * count);
  const account = (place: number) => new CorrectedAccount(store, ids[place] ?? 0);
  return Array.from(
    { length: count },
    (_, place) => new CorrectionHistory(firstSeed + place, account(2 * place), account(2 * place + 1)),
  );
}

interface Answered {
  readonly account: CorrectedAccount;
  readonly answer: BankAnswer;
}

/** Saves the banks' responses like a sync: all in one transaction, with the accounts locked. */
async function sync(answered: readonly Answered[]): Promise<void> {
  if (answered.length === 0) return;
  const reads = answered.map(({ account, answer: { booked, pending, removals } }) => ({
    ...new AnsweredAccount(store, account.id).read({ booked, pending }),
    removals,
    hasTransactions: true,
    trace: ROOT_CONTEXT,
  }));
  const events = await store.database.transaction(async (tx): Promise<OutgoingEvent[]> => {
    const ids = answered.map(({ account }) => account.id);
    await tx.query('select from financial_accounts where id = any($1::bigint[]) order by id for update', [
      ids,
    ]);
    return saveAnswers(tx, reads, { today: TODAY, amountTolerance: 0.25 });
  });
  for (const { account } of answered) account.hearEvents(events);
}

async function look(histories: readonly CorrectionHistory[]): Promise<void> {
  const accounts = histories.flatMap(({ account, twin }) => [account, twin]);
  const rows = await store.database.query<CorrectedRow>(
    `select id, account_id, version, state, booked, day, document, provider_document, edits, split, split_of
       from transactions where account_id = any($1::bigint[]) order by id`,
    [accounts.map(({ id }) => id)],
  );
  const byAccount = groupBy(rows, (row) => row.account_id);
  for (const account of accounts) account.rows = byAccount.get(account.id) ?? [];
}

function moveOf(random: SeededRandom, moves: readonly CorrectionMove[]): CorrectionMove {
  return random.pick(moves.flatMap((move) => Array.from({ length: move.weight }, () => move)));
}

/** Plays one step of all histories: their users act, and in most of them the bank responds at the same time. */
async function step(histories: readonly CorrectionHistory[], made: Map<string, number>): Promise<void> {
  const answers = new Map(
    histories.flatMap((history) =>
      history.random.chance(0.7) ? [[history, history.bank.answer()] as const] : [],
    ),
  );
  const plays = histories.map(async (history) => {
    const possible = CORRECTION_MOVES.filter(({ concurrent }) => concurrent || !answers.has(history));
    const move = moveOf(history.random, possible);
    if (await move.play(history)) made.set(move.name, (made.get(move.name) ?? 0) + 1);
  });
  const answered = [...answers].map(([{ account }, answer]) => ({ account, answer }));
  await Promise.all([sync(answered), ...plays]);
  await Promise.all(histories.map((history) => history.playTwin()));
  await sync([...answers].map(([{ twin }, answer]) => ({ account: twin, answer })));
  await look(histories);
}

/** Joins all existing splits. Removed rows cannot be joined, and their twins are removed, too. */
async function joinAll(histories: readonly CorrectionHistory[]): Promise<void> {
  const joins = histories.flatMap(({ account }) =>
    account.wholes
      .filter(({ state, split }) => state === 'LIVE' && split !== null)
      .map(({ id }) => account.command((tx, caller) => joinTransaction(tx, caller, { transactionId: id }))),
  );
  await Promise.all(joins);
  await look(histories);
}

async function play(firstSeed: number, count: number, made: Map<string, number>): Promise<string[]> {
  const histories = await openHistories(firstSeed, count);
  const problems: string[] = [];
  for (let done = 0; done < STEPS; done += 1) {
    await step(histories, made);
    problems.push(...histories.flatMap(problemsOf));
  }
  await joinAll(histories);
  return [...problems, ...histories.flatMap(problemsOf), ...histories.flatMap(differencesFromTwin)];
}

it(
  `what users set and split stays theirs in ${HISTORIES} random histories from seed ${FIRST_SEED}`,
  async () => {
    const problems: string[] = [];
    const made = new Map<string, number>();
    for (let done = 0; done < HISTORIES && problems.length === 0; done += AT_ONCE) {
      problems.push(...(await play(FIRST_SEED + done, Math.min(AT_ONCE, HISTORIES - done), made)));
    }
    if (IS_FULL || ONE_SEED)
      process.stdout.write(
        `corrections: ${JSON.stringify({ HISTORIES, FIRST_SEED, ...Object.fromEntries(made) })}\n`,
      );
    expect(problems.slice(0, 20)).toEqual([]);
  },
  IS_FULL ? 7_200_000 : 180_000,
);
