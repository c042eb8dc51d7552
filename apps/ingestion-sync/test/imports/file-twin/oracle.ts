import { CutFile } from './cut-files';
import { isoOf, Payment } from './history';
import { Outcome } from './memory-account';

/** The result of one history. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly reviews: number;
  /** The number of file rows for which it cannot be known whether an earlier source listed them. */
  readonly indistinguishable: number;
  /** The number of reviews of rows that could be distinguished. */
  readonly needless: number;
}

/** A source that listed payments; its first and last day limit what it shows. */
interface Seen {
  readonly payments: readonly Payment[];
  readonly words: string;
}

/**
 * Knows the history, and so which payments were listed, which of them an earlier file had listed already, and which
 * cannot be distinguished. It shares no code with the decisions that it judges.
 */
export class Oracle {
  private readonly listed = new Set<number>();
  private readonly seen: Seen[] = [];
  private reviews = 0;
  private indistinguishable = 0;
  private needless = 0;
  /** Payments that a file listed. */
  private readonly filed = new Set<number>();

  /** @param hasIds all files have the bank's ids, and the connection has different ones */
  constructor(private readonly hasIds = false) {}

  /**
   * Answers the questions of a file before it counts as seen: of the indistinguishable rows of one day and amount, as
   * many are stored already as were listed before and are not recognized.
   * @returns the doubtful rows that are duplicates
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

  /**
   * Judges a file.
   * @param outcomes of the file's rows
   */
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

  /** @param rows the shown rows of the account at the end */
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

  /**
   * Returns whether another source listed a payment of that day and amount with the same words, while its days and the
   * file's only touch.
   */
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
   * Returns whether a payment in files with ids can be confused. Their ids distinguish payments, so only one that no
   * file has listed yet can be confused, and only with a payment of the connection that no file has listed either, on a
   * day of which neither source has all payments of the other. The last sync has all payments of the earlier ones.
   */
  private isAlikeBesideIds({ number, day, cents }: Payment, payments: readonly Payment[]): boolean {
    const synced = this.seen.filter(({ words }) => words === CONNECTION).at(-1)?.payments ?? [];
    if (this.filed.has(number) || countsDecide(payments, synced, day)) return false;
    return synced.some((one) => one.day === day && one.cents === cents && !this.filed.has(one.number));
  }
}

/** The name of the connection as a source. */
export const CONNECTION = 'the connection';

/**
 * Returns whether either the file or the connection (which has no first day) has all payments of the day that the other
 * one has.
 */
function countsDecide(file: readonly Payment[], synced: readonly Payment[], day: number): boolean {
  const [first, last] = [file.at(0)?.day ?? day, file.at(-1)?.day ?? day];
  const lastSynced = synced.at(-1)?.day ?? day;
  if (day < lastSynced) return true;
  // The last day of both: the payments that were posted before either of them.
  return first < day && (day < last || day === lastSynced);
}
