import { CutFile, cutFiles, FileWishes } from './cut-files';
import { HistoryWishes, Payment, randomHistory } from './history';
import { MemoryAccount } from './memory-account';
import { CONNECTION, Oracle, Verdict } from './oracle';
import { Random } from './random';
import { WRITER_NAMES, WriterName } from './writers';
import { sentOf } from './live-connection';

/** A kind of history, and the expected distinctions in its files. */
export interface Kind extends HistoryWishes, Omit<FileWishes, 'formats'> {
  readonly name: string;
  /** One of the formats is used for a history, or any of them for each file. */
  readonly formats: readonly WriterName[];
  readonly mixed: boolean;
  readonly live: boolean;
}

const PLAIN = {
  ids: false,
  balances: false,
  intraday: true,
  renames: false,
  lateBookings: false,
  mixed: false,
  live: false,
};
const WITH_IDS = ['CSV', 'OFX', 'CAMT', 'MT940'] as const;
const WITH_BALANCES = ['CSV', 'CAMT', 'MT940'] as const;

/** Kinds of histories; for the first ones every row must be identified. */
export const KINDS: readonly Kind[] = [
  { ...PLAIN, name: 'ids', formats: WITH_IDS, ids: true, renames: true, lateBookings: true },
  { ...PLAIN, name: 'balances', formats: WITH_BALANCES, balances: true },
  {
    ...PLAIN,
    name: 'late CSV balances',
    formats: ['CSV'],
    balances: true,
    intraday: false,
    lateBookings: true,
  },
  {
    ...PLAIN,
    name: 'balances of all formats',
    formats: WITH_BALANCES,
    balances: true,
    mixed: true,
    intraday: false,
  },
  { ...PLAIN, name: 'neither', formats: WRITER_NAMES },
  { ...PLAIN, name: 'neither, late', formats: WRITER_NAMES, intraday: false, lateBookings: true },
  { ...PLAIN, name: 'neither, all formats', formats: WRITER_NAMES, mixed: true },
  { ...PLAIN, name: 'beside a connection', formats: WRITER_NAMES, mixed: true, live: true },
  { ...PLAIN, name: 'ids beside a connection', formats: WITH_IDS, ids: true, live: true, intraday: false },
];

/** Everything that a seed determines in one history. */
export interface Played {
  readonly history: readonly Payment[];
  readonly files: readonly CutFile[];
}

export function cutHistory(seed: number, kind: Kind): Played & { readonly random: Random } {
  const random = new Random(seed);
  const history = randomHistory(random, kind);
  const formats = kind.mixed ? kind.formats : [random.of(kind.formats)];
  return { random, history, files: withoutTwins(cutFiles(random, history, { ...kind, formats })) };
}

/** Removes downloads with the bytes of an earlier one that lists other payments, because they cannot be distinguished. */
function withoutTwins(files: readonly CutFile[]): CutFile[] {
  const known = new Map<string, string>();
  return files.filter(({ bytes, payments }) => {
    const numbers = payments.map(({ number }) => number).join();
    const before = known.get(bytes.text) ?? numbers;
    known.set(bytes.text, before);
    return before === numbers;
  });
}

/** Plays one history with the service's decisions only, with its rows in memory. */
export async function play(seed: number, kind: Kind): Promise<Verdict> {
  const { random, history, files } = cutHistory(seed, kind);
  const account = new MemoryAccount();
  const oracle = new Oracle(kind.ids && kind.live);
  let synced = 0;
  let downloaded = 0;
  for (const file of files) {
    const outcomes = await account.import(file.bytes);
    oracle.judge(file, outcomes);
    const answers = oracle.answer(file, outcomes);
    for (const { kind: what, at, id, maybe } of outcomes) {
      if (what === 'doubtful') account.decide(id, answers.has(at) ? maybe : null);
    }
    oracle.sees(file.payments, file.format);
    downloaded = Math.max(downloaded, file.end);
    if (!kind.live || random.chance(0.4)) continue;
    // A sync lists all earlier payments that a file has.
    synced = random.whole(Math.max(synced, downloaded), history.length);
    const posted = history.slice(0, synced);
    await account.sync('2025-12-01', posted.map(sentOf));
    oracle.sees(
      [...posted].sort((a, b) => a.day - b.day),
      CONNECTION,
    );
  }
  const rows = account.live.map(({ day, document }) => ({ day: day ?? '', cents: centsOf(document.amount) }));
  return oracle.verdict(rows, history);
}

function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}
