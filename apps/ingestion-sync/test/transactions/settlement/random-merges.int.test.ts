import { Caller, ownerOf, TransactionFieldChanges } from '@tributary/contracts';
import { SeededRandom } from '@tributary/testing';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { mergeTransactions } from '../../../src/transactions/reviews/merge-transactions';
import { undoLastMerge } from '../../../src/transactions/reviews/undo-merge';
import { AnsweredAccount, Answer, Sent } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';

/** The usual share plays the same pairs each time; MERGE_SEED plays one again, FULL=1 very many others. */
const ONE_SEED = process.env.MERGE_SEED;
const IS_FULL = Boolean(process.env.FULL);
const FIRST_SEED = Number(ONE_SEED ?? (IS_FULL ? Date.now() % 1_000_000_000 : 1));
const PAIRS = ONE_SEED ? 1 : IS_FULL ? Number(process.env.PAIRS ?? 20_000) : 200;
const AT_ONCE = 4;

const CALLER: Caller = ownerOf(USER);
const DAYS = ['2026-03-02', '2026-03-05', '2026-03-09', '2026-03-12'];
const FIELDS = ['payee', 'description'] as const;

type Fields = TransactionFieldChanges;

let store: TransactionStore;
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());

/** Two rows of a bank, with their later changes and the user's edits. */
class RandomPair {
  private readonly random: SeededRandom;
  private readonly booked: Sent[];
  private readonly pending: Sent[];

  constructor(readonly seed: number) {
    this.random = new SeededRandom(seed);
    const isDuplicate = this.random.chance(0.5);
    this.booked = isDuplicate ? [this.bookedRow('x'), this.bookedRow('y')] : [this.bookedRow('x')];
    this.pending = isDuplicate ? [] : [this.pendingRow()];
  }

  chance(probability: number): boolean {
    return this.random.chance(probability);
  }

  answer(): Answer {
    return { booked: this.random.shuffled(this.booked), pending: this.pending };
  }

  /** The bank renames one of the rows, which keeps its id. */
  rename(): void {
    const rows = this.random.pick([this.booked, this.pending].filter((some) => some.length > 0));
    const index = this.random.below(rows.length);
    const row = rows[index];
    if (row) rows[index] = { ...row, additionalInformation: `Note ${this.random.below(100)}` };
  }

  edit(name: string): Fields {
    const members = FIELDS.filter(() => this.random.chance(0.5)).map((field) => [field, `${name} ${field}`]);
    return { additional_information: name, mapped_fields: Object.fromEntries(members) as object };
  }

  release(): Fields {
    return { mapped_fields: { [this.random.pick(FIELDS)]: null } };
  }

  private bookedRow(id: string): Sent {
    const named = this.random.chance(0.7) ? { internalTransactionId: id } : { transactionId: id };
    return {
      ...named,
      bookingDate: this.random.pick(DAYS),
      transactionAmount: { amount: '-12.00', currency: 'EUR' },
      creditorName: 'Kahvila',
    };
  }

  /** A pending row with another name and amount, so that nothing suggests a settlement. */
  private pendingRow(): Sent {
    return {
      transactionId: 'p',
      valueDate: this.random.pick(DAYS),
      transactionAmount: { amount: '-10.00', currency: 'EUR' },
      creditorName: 'AUTH 4411',
    };
  }
}

/** All of an account's rows but their numbers: what everyone sees of them and what syncs find them by. */
function standOf(accountId: number): Promise<object[]> {
  return store.database.query(
    `select row_number() over (order by id) as position, state, merged_into, identity_key, identity_rank, content_hash,
            booked, booking_date, day, document, provider_document, edits, raw, origin
       from transactions where account_id = $1 order by id`,
    [accountId],
  );
}

interface Twin {
  readonly account: AnsweredAccount;
  readonly kept: number;
  readonly other: number;
}

function set({ kept, other }: Twin, side: 'kept' | 'other', fields: Fields): Promise<unknown> {
  const transactionId = side === 'kept' ? kept : other;
  return store.database.transaction((tx) => updateTransactions(tx, CALLER, [{ transactionId, fields }]));
}

/**
 * Plays the same history with a merge and its undo, and without.
 * @returns the differences
 */
async function play(seed: number): Promise<string | null> {
  const pair = new RandomPair(seed);
  const ids = await store.openAccounts(2);
  const keepsFirst = pair.chance(0.5);
  const first = pair.answer();
  const [merged, control] = await Promise.all(
    ids.map(async (id): Promise<Twin> => {
      const account = new AnsweredAccount(store, id);
      await account.save(first);
      const [a = 0, b = 0] = (await account.shown()).map((row) => row.id);
      return keepsFirst ? { account, kept: a, other: b } : { account, kept: b, other: a };
    }),
  );
  if (!merged || !control) throw new Error('there are two accounts');
  const onBoth = async (run: (twin: Twin) => Promise<unknown>): Promise<void> => {
    for (const twin of [merged, control]) await run(twin);
  };
  for (const side of ['kept', 'other'] as const) {
    const fields = pair.edit(side);
    if (pair.chance(0.6)) await onBoth((twin) => set(twin, side, fields));
  }
  await store.database.transaction((tx) =>
    mergeTransactions(tx, CALLER, { transactionId: merged.kept, otherTransactionId: merged.other }),
  );
  while (pair.chance(0.6)) {
    if (pair.chance(0.5)) pair.rename();
    const answer = pair.answer();
    await onBoth(({ account }) => account.save(answer));
    if ((await merged.account.shown()).length !== 1)
      return `seed ${seed}: a sync brought the merged row back`;
    const fields = pair.chance(0.5) ? pair.edit('later') : pair.release();
    if (pair.chance(0.3)) await onBoth((twin) => set(twin, 'kept', fields));
  }
  await store.database.transaction((tx) => undoLastMerge(tx, CALLER, { transactionId: merged.kept }));
  const answer = pair.answer();
  for (let time = 0; time < 2; time += 1) {
    const [is, should] = await Promise.all([merged, control].map(({ account }) => standOf(account.id)));
    if (JSON.stringify(is) !== JSON.stringify(should)) {
      return `seed ${seed}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`;
    }
    await onBoth(({ account }) => account.save(answer));
  }
  return null;
}

it(
  `a merge and its undo are each other’s inverse, with syncs and edits between them: ${PAIRS} pairs from seed ${FIRST_SEED}`,
  async () => {
    const problems: string[] = [];
    for (let done = 0; done < PAIRS; done += AT_ONCE) {
      const seeds = Array.from(
        { length: Math.min(AT_ONCE, PAIRS - done) },
        (_, at) => FIRST_SEED + done + at,
      );
      const found = await Promise.all(seeds.map(play));
      problems.push(...found.filter((problem) => problem !== null));
    }
    if (IS_FULL) process.stdout.write(`random merges: ${JSON.stringify({ PAIRS, FIRST_SEED })}\n`);
    expect(problems.slice(0, 3)).toEqual([]);
  },
  IS_FULL ? 7_200_000 : 300_000,
);
