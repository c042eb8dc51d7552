import { Payment } from './history';
import { Random } from './random';
import { Bytes, WRITERS, WriterName } from './writers';

/** The options for the files of a history. */
export interface FileWishes {
  readonly formats: readonly WriterName[];
  readonly ids: boolean;
  readonly balances: boolean;
  /** Whether files begin where the previous download ended, even in the middle of a day. */
  readonly intraday: boolean;
  /** Whether the bank changes its texts in each download. */
  readonly renames: boolean;
}

/** A file with the payments that it lists, in the order of its rows. */
export interface CutFile {
  readonly format: WriterName;
  readonly payments: readonly Payment[];
  readonly bytes: Bytes;
  /** The number of the first payment that was posted after the download. */
  readonly end: number;
}

/** Divides a history into overlapping, repeated, intraday and monthly files, in random order. */
export function cutFiles(random: Random, history: readonly Payment[], wishes: FileWishes): CutFile[] {
  const files: CutFile[] = [];
  let before = 0;
  const count = random.whole(2, 6);
  for (let index = 1; index <= count; index += 1) {
    const end = index === count ? history.length : random.whole(before, history.length);
    const chosen = choose(random, history, { before, end, intraday: wishes.intraday });
    before = end;
    if (chosen.length > 0) files.push(writeFile(random, chosen, end, wishes));
  }
  const repeated = files.flatMap((file) => (random.chance(0.2) ? [file, file] : [file]));
  return random.shuffled(repeated);
}

/**
 * Chooses the content of a download: all since the last one, since the day of the last one, the last days, or
 * everything.
 */
function choose(
  random: Random,
  history: readonly Payment[],
  { before, end, intraday }: { readonly before: number; readonly end: number; readonly intraday: boolean },
): Payment[] {
  const posted = history.slice(0, end);
  const lastDay = history[before - 1]?.postedOn ?? 0;
  const way = random.whole(intraday ? 0 : 2, 5);
  const daysBack = random.whole(1, 6);
  if (way <= 1) return inOrder(posted.slice(before));
  if (way <= 3) return inOrder(posted.filter(({ day }) => day >= lastDay));
  if (way === 4) return inOrder(posted.filter(({ day }) => day >= lastDay - daysBack));
  return inOrder(posted);
}

function inOrder(payments: readonly Payment[]): Payment[] {
  return [...payments].sort((a, b) => a.day - b.day || a.number - b.number);
}

function writeFile(
  random: Random,
  payments: readonly Payment[],
  end: number,
  { formats, ids, balances, renames }: FileWishes,
): CutFile {
  const format = random.of(formats);
  const worded = renames && random.chance(0.5) ? payments.map(renamed) : payments;
  return { format, payments, end, bytes: WRITERS[format](worded, { ids, balances }) };
}

function renamed(payment: Payment): Payment {
  return { ...payment, name: `${payment.name} Ltd` };
}
