import { CutFile } from './cut-files';
import { isoOf, Payment } from './history';
import { Outcome } from './memory-account';

/** What one history came to. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly reviews: number;
  /** Rows of files of which nobody could say whether an earlier source listed them. */
  readonly indistinguishable: number;
  /** Reviews of rows that could be told apart. */
  readonly needless: number;
}

/** A source that listed payments: their first and last day are the edges of what is known. */
interface Seen {
  readonly payments: readonly Payment[];
  readonly words: string;
}

/**
 * Knows the history, and so which payments were listed, which of them an earlier file had listed already, and which nobody can tell
 * apart. It shares no code with what it judges.
 */
export class Oracle {
  private readonly listed = new Set<number>();
  private readonly seen: Seen[] = [];
  private reviews = 0;
  private indistinguishable = 0;
  private needless = 0;
  /** Listed by a file. */
  private readonly filed = new Set<number>();

  /** @param hasIds all files have the bank's ids, and the connection has others */
  constructor(private readonly hasIds = false) {}

  /**
   * Answers reviews before the file is seen: of the rows of one day and amount, which nobody can tell apart, as many are stored
   * already as were listed before and are not known. @returns the doubtful rows that are one with the row that they may be
   */
  answer({ payments }: CutFile, outcomes: readonly Outcome[]): Set<number> {
    const left = new Map<string, number>();
    const keyOf = (at: number) => `${payments[at]?.day} ${payments[at]?.cents}`;
    const count = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by);
    payments.forEach(({ number }, at) => count(keyOf(at), this.listed.has(number) ? 1 : 0));
    for (const { at, kind } of outcomes) if (kind === 'known') count(keyOf(at), -1);
    const isOwn = ({ at }: Outcome) => this.listed.has(payments[at]?.number ?? -1);
    const doubtful = outcomes.filter(({ kind }) => kind === 'doubtful');
    const inOrder = [...doubtful.filter(isOwn), ...doubtful.filter((one) => !isOwn(one))];
    const one = inOrder.filter(({ at }) => {
      count(keyOf(at), -1);
      return (left.get(keyOf(at)) ?? 0) >= 0;
    });
    return new Set(one.map(({ at }) => at));
  }

  /** @param outcomes of the file's rows */
  judge({ payments, format }: CutFile, outcomes: readonly Outcome[]): void {
    const doubtful = new Set(outcomes.filter(({ kind }) => kind === 'doubtful').map(({ at }) => at));
    payments.forEach((payment, at) => {
      const alike = this.hasIds
        ? this.isAlikeBesideIds(payment, payments)
        : this.isAlike(payment, payments, format);
      if (alike) this.indistinguishable += 1;
      if (!doubtful.has(at)) return;
      this.reviews += 1;
      if (!alike) this.needless += 1;
    });
  }

  sees(payments: readonly Payment[], words: string): void {
    this.seen.push({ payments, words });
    for (const { number } of payments) {
      this.listed.add(number);
      if (words !== CONNECTION) this.filed.add(number);
    }
  }

  /** @param rows what the account shows in the end */
  verdict(
    rows: readonly { readonly day: string; readonly cents: number }[],
    history: readonly Payment[],
  ): Verdict {
    const left = new Map<string, number>();
    const count = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by);
    for (const { day, cents, number } of history)
      if (this.listed.has(number)) count(`${isoOf(day)} ${cents}`, 1);
    for (const { day, cents } of rows) count(`${day} ${cents}`, -1);
    const all = [...left.values()];
    return {
      lost: all.filter((one) => one > 0).reduce((sum, one) => sum + one, 0),
      doubled: -all.filter((one) => one < 0).reduce((sum, one) => sum + one, 0),
      reviews: this.reviews,
      indistinguishable: this.indistinguishable,
      needless: this.needless,
    };
  }

  /** Another source listed a payment of that day and amount in such words, where its days and the file's only touch. */
  private isAlike(payment: Payment, payments: readonly Payment[], words: string): boolean {
    const isEdge = (of: readonly Payment[]) => [of.at(0)?.day, of.at(-1)?.day].includes(payment.day);
    return this.seen.some((source) => {
      if (!isEdge(payments) && !isEdge(source.payments)) return false;
      return source.payments.some(
        ({ day, cents, name }) =>
          day === payment.day && cents === payment.cents && (source.words !== words || name === payment.name),
      );
    });
  }

  /**
   * Files with ids tell their payments apart, so only one that no file listed yet can be taken for another one: for a payment of
   * the connection's that no file listed either, on a day of which neither source has all that the other one has. The last sync
   * has all that the syncs before it had.
   */
  private isAlikeBesideIds({ number, day, cents }: Payment, payments: readonly Payment[]): boolean {
    const synced = this.seen.filter(({ words }) => words === CONNECTION).at(-1)?.payments ?? [];
    if (this.filed.has(number) || countsDecide(payments, synced, day)) return false;
    return synced.some((one) => one.day === day && one.cents === cents && !this.filed.has(one.number));
  }
}

/** How the oracle is told of syncs. */
export const CONNECTION = 'the connection';

/** Whether of a file and a connection, which has no first day, one has all of the day that the other one has. */
function countsDecide(file: readonly Payment[], synced: readonly Payment[], day: number): boolean {
  const [first, last] = [file.at(0)?.day ?? day, file.at(-1)?.day ?? day];
  const lastSynced = synced.at(-1)?.day ?? day;
  if (day < lastSynced) return true;
  // The last day of both: what was posted until either of them.
  return first < day && (day < last || day === lastSynced);
}
