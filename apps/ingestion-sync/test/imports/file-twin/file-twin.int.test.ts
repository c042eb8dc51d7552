import { CreateAccount, DecideSettlement } from '@tributary/contracts';
import { CALLER, IngestionFixture } from '../../ingestion.fixture';
import { FileImports } from '../file-of';
import { MemoryAccount, Outcome } from './memory-account';
import { Oracle } from './oracle';
import { cutHistory, KINDS } from './play';

jest.setTimeout(240_000);

let fixture: IngestionFixture;
let imports: FileImports;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
  imports = new FileImports(fixture, CALLER);
});
afterAll(() => fixture.close());

async function makeAccount(): Promise<number> {
  const account = { name: 'Giro', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
  return (await fixture.send(CreateAccount, account, CALLER)).id;
}

const reviewsOf = (importId: number) =>
  fixture.rows<{ id: number }>(
    `select s.id::int from settlements s join file_import_transactions f on f.transaction_id = s.pending_transaction_id
      where f.import_id = $1 and f.added and s.status = 'OPEN' and s.origin = 'MATCHED_DUPLICATE'
      order by s.pending_transaction_id`,
    [importId],
  );

/** Returns the shown amounts by day. */
const shownOf = (account: number) =>
  fixture.rows(
    `select day::text, document->>'amount' as amount, under_review as review from transactions
      where account_id = $1 and state = 'LIVE' order by day, document->>'amount' collate "C", under_review`,
    [account],
  );
const remembered = (memory: MemoryAccount) =>
  memory.live
    .map(({ day, document, underReview }) => ({ day, amount: document.amount, review: underReview }))
    .sort(
      (a, b) => compare(a.day ?? '', b.day ?? '') || compare(a.amount, b.amount) || +a.review - +b.review,
    );
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const kindsOf = (outcomes: readonly Outcome[]) =>
  [...outcomes].sort((a, b) => a.at - b.at).map(({ kind }) => kind);

const PLAYED = [
  ['ids', 3],
  ['balances', 5],
  ['neither', 4],
  ['neither, all formats', 21],
  ['neither, late', 8],
] as const;

it.each(PLAYED)('the service decides what the twin decides: %s, seed %i', async (name, seed) => {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error('there is no such kind of history');
  const { files } = cutHistory(seed, kind);
  const [account, memory, oracle] = [await makeAccount(), new MemoryAccount(), new Oracle()];
  for (const file of files) {
    const { id } = await imports.preview(file.bytes.text, file.bytes.name, account);
    const { entries } = await imports.entries(id);
    const outcomes = await memory.import(file.bytes);
    expect(entries.map((entry) => entry.kind)).toEqual(kindsOf(outcomes));
    await imports.apply(id);
    expect(await shownOf(account)).toEqual(remembered(memory));
    const answers = oracle.answer(file, outcomes);
    const doubtful = outcomes.filter((outcome) => outcome.kind === 'doubtful');
    const reviews = await reviewsOf(id);
    expect(reviews).toHaveLength(doubtful.length);
    for (const [index, outcome] of doubtful.entries()) {
      const isOne = answers.has(outcome.at);
      const settlementId = reviews[index]?.id ?? 0;
      const decided = { settlement_id: settlementId, decision: isOne ? 'accept' : 'dismiss' } as const;
      await fixture.send(DecideSettlement, decided, CALLER);
      memory.decide(outcome.id, isOne ? outcome.maybe : null);
    }
    oracle.sees(file.payments, file.format);
    expect(await shownOf(account)).toEqual(remembered(memory));
  }
});
