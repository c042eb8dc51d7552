import { AnsweredAccount } from '../answered-account';
import { RandomBank } from '../random-bank';
import { RandomHistory, ShownPurchase } from '../random-history';
import { TransactionStore } from '../transaction-store';
import { removeTransactions } from '../../src/transactions/saved-transactions.store';

/** The default share plays the same banks each time; HISTORY_SEED repeats one, FULL=1 plays many more. */
const ONE_SEED = process.env.HISTORY_SEED;
const IS_FULL = Boolean(process.env.FULL);
const FIRST_SEED = Number(ONE_SEED ?? (IS_FULL ? Date.now() % 1_000_000_000 : 1));
const HISTORIES = ONE_SEED ? 1 : IS_FULL ? 1500 : 100;
const AT_ONCE = 50;

let store: TransactionStore;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());

async function openHistories(firstSeed: number, count: number): Promise<RandomHistory[]> {
  const ids = await store.openAccounts(count);
  return ids.map(
    (id, index) => new RandomHistory(new RandomBank(firstSeed + index), new AnsweredAccount(store, id)),
  );
}

async function shownOf(histories: readonly RandomHistory[]): Promise<Map<number, ShownPurchase[]>> {
  const rows = await store.database.query<ShownPurchase & { account_id: number }>(
    `select account_id, id, booked, (raw->>'purchase')::int as purchase
       from transactions where account_id = any($1::bigint[]) and state = 'LIVE' order by id`,
    [histories.map(({ account }) => account.id)],
  );
  const shown = new Map<number, ShownPurchase[]>();
  for (const row of rows) shown.set(row.account_id, [...(shown.get(row.account_id) ?? []), row]);
  return shown;
}

/**
 * Plays one day at all banks.
 * @returns the errors by bank
 */
async function playDay(histories: readonly RandomHistory[], day: number): Promise<string[]> {
  const asked = histories.flatMap((history) => {
    const answer = history.answer(day);
    return answer ? [{ history, answer }] : [];
  });
  const reads = asked.map(({ history, answer }) => history.account.read(answer));
  await store.save(reads, asked[0]?.answer.today ?? '2026-01-10');
  const shown = await shownOf(asked.map(({ history }) => history));
  const deletions = asked.flatMap(
    ({ history }) => history.deletion(shown.get(history.account.id) ?? []) ?? [],
  );
  const problems = asked.flatMap(({ history }) => {
    const rows = (shown.get(history.account.id) ?? []).filter((row) => !deletions.includes(row));
    return history
      .problems(day, rows)
      .map((problem) => `${history.bank.description}, day ${day}: ${problem}`);
  });
  await store.database.transaction((tx) =>
    removeTransactions(
      tx,
      deletions.map(({ id }) => ({ id, state: 'DELETED' })),
    ),
  );
  return problems;
}

async function play(firstSeed: number, count: number) {
  const histories = await openHistories(firstSeed, count);
  const problems: string[] = [];
  const [{ bank } = { bank: new RandomBank(0) }] = histories;
  for (let day = 0; day <= bank.lastDay; day += 1) problems.push(...(await playDay(histories, day)));
  const lastDay = { today: bank.today(bank.lastDay) };
  for (const { account, bank: own } of histories) {
    const { booked, pending } = own.answer(own.lastDay);
    await account.save({ booked, pending, ...lastDay });
    const events = await account.save({ booked: [...booked].reverse(), pending, ...lastDay });
    if (events.length > 0) problems.push(`${own.description}: the same answer, reversed, was news`);
  }
  return { problems, histories };
}

it(`stores what the bank has, after every answer of ${HISTORIES} random banks from seed ${FIRST_SEED}`, async () => {
  const problems: string[] = [];
  const totals = { purchases: 0, settled: 0, doubtful: 0, deleted: 0 };
  for (let done = 0; done < HISTORIES; done += AT_ONCE) {
    const played = await play(FIRST_SEED + done, Math.min(AT_ONCE, HISTORIES - done));
    problems.push(...played.problems);
    for (const { bank, settled, doubtful, deleted } of played.histories) {
      totals.purchases += bank.purchases.length;
      totals.settled += settled;
      totals.doubtful += doubtful;
      totals.deleted += deleted.length;
    }
  }
  if (IS_FULL)
    process.stdout.write(`random banks: ${JSON.stringify({ HISTORIES, FIRST_SEED, ...totals })}\n`);
  expect(problems.slice(0, 20)).toEqual([]);
}, 580_000);
