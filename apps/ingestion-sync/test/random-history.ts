import { SeededRandom } from '@tributary/testing';
import { AnsweredAccount, Answer } from './answered-account';
import { kindOf, Purchase, RandomBank } from './random-bank';

/** A visible row, with the purchase in its raw value. */
export interface ShownPurchase {
  readonly id: number;
  readonly booked: boolean;
  readonly purchase: number;
}

/** The distance of two purchases at which they can be distinguished, whatever the bank leaves out. */
const APART_DAYS = 20;

/** One random bank with its stored rows: plays its days, and reports errors. */
export class RandomHistory {
  /** The number of pairs that the evidence could not distinguish, and that were hidden or duplicated for a while. */
  doubtful = 0;
  settled = 0;
  deleted: Purchase[] = [];
  private readonly pendingIds = new Map<number, number>();
  private readonly kinds = new Map<number, string>();
  private wasComplete = true;
  private readonly random: SeededRandom;

  constructor(
    readonly bank: RandomBank,
    readonly account: AnsweredAccount,
  ) {
    this.random = new SeededRandom(bank.seed ^ 0x5eed);
  }

  /** Returns the response of a day, or null if there is no sync. */
  answer(day: number): Answer | null {
    const isLast = day === this.bank.lastDay;
    if (!isLast && this.random.chance(0.35)) return null;
    this.wasComplete = isLast || !this.random.chance(0.12);
    const rows = this.wasComplete ? this.bank.answer(day) : this.bank.part(day);
    return { ...rows, complete: this.wasComplete, today: this.bank.today(day) };
  }

  /** Sometimes deletes a booked row as the user. */
  deletion(shown: readonly ShownPurchase[]): ShownPurchase | null {
    const booked = shown.filter((row) => row.booked);
    if (!this.wasComplete || booked.length === 0 || !this.random.chance(0.03)) return null;
    const row = this.random.pick(booked);
    this.deleted.push(this.purchase(row.purchase));
    return row;
  }

  /** Returns the errors after the response of the day. */
  problems(day: number, shown: readonly ShownPurchase[]): string[] {
    const wrong = [...this.mergedWrongly(shown), ...this.lostIds(shown)];
    if (!this.wasComplete) return wrong;
    return [...wrong, ...this.wrongBooked(day, shown), ...this.wrongPending(day, shown)];
  }

  private mergedWrongly(shown: readonly ShownPurchase[]): string[] {
    return shown.flatMap(({ id, purchase }) => {
      const kind = kindOf(this.purchase(purchase));
      const earlier = this.kinds.get(id) ?? kind;
      this.kinds.set(id, kind);
      return earlier === kind ? [] : [`transaction ${id} was ${earlier} and is ${kind}`];
    });
  }

  /** Checks that an unambiguous purchase retains the id that it had while it was pending. */
  private lostIds(shown: readonly ShownPurchase[]): string[] {
    const wrong: string[] = [];
    for (const { id, booked, purchase } of shown) {
      const before = this.pendingIds.get(purchase);
      if (!booked) this.pendingIds.set(purchase, id);
      else if (before !== undefined) {
        this.pendingIds.delete(purchase);
        this.settled += 1;
        if (before !== id && this.mustKeepId(this.purchase(purchase))) {
          wrong.push(`purchase ${purchase} was ${before} and became ${id}`);
        }
      }
    }
    return wrong;
  }

  private mustKeepId(purchase: Purchase): boolean {
    const { bookedOn, pendingTo, price, bookedPrice } = purchase;
    const lingers = bookedOn !== null && pendingTo >= bookedOn;
    if (this.isAmbiguous(purchase) || (lingers && !this.bank.reportsPurchaseDay)) return false;
    if (!this.wasComplete) return price === bookedPrice && this.bank.reportsPurchaseDay;
    return price === bookedPrice || !lingers;
  }

  private isAmbiguous(purchase: Purchase): boolean {
    return this.bank.purchases.some(
      (other) =>
        other !== purchase &&
        other.merchant === purchase.merchant &&
        other.price === purchase.price &&
        Math.abs(other.day - purchase.day) <= APART_DAYS,
    );
  }

  private wrongBooked(day: number, shown: readonly ShownPurchase[]): string[] {
    const classOf = (purchase: Purchase): string =>
      `${purchase.merchant} ${purchase.bookedPrice} booked on ${purchase.bookedOn}`;
    const expected = counted(this.bank.booked(day).map(classOf));
    for (const purchase of this.deleted)
      expected.set(classOf(purchase), (expected.get(classOf(purchase)) ?? 0) - 1);
    const found = counted(
      shown.filter((row) => row.booked).map((row) => classOf(this.purchase(row.purchase))),
    );
    return differences(expected, found).map(
      ([what, is, should]) => `${what}: ${is} times instead of ${should}`,
    );
  }

  private wrongPending(day: number, shown: readonly ShownPurchase[]): string[] {
    const classOf = (purchase: Purchase): string => `pending ${kindOf(purchase)} of ${purchase.day}`;
    const expected = counted(this.bank.pending(day).map(classOf));
    const found = counted(
      shown.filter((row) => !row.booked).map((row) => classOf(this.purchase(row.purchase))),
    );
    const listed = this.bank.listedPending(day);
    return differences(expected, found).flatMap(([what, is, should]) => {
      const purchase = listed.find((one) => classOf(one) === what);
      const isExplained =
        purchase !== undefined && (is < should ? this.hasBookedTwin(purchase, day) : this.maybeTwo(purchase));
      if (isExplained) this.doubtful += 1;
      return isExplained ? [] : [`${what}: ${is} times instead of ${should}`];
    });
  }

  /**
   * Returns whether a pending and a booked row of one day, merchant and price are both listed, so that they cannot be
   * distinguished from one.
   */
  private hasBookedTwin(purchase: Purchase, day: number): boolean {
    return this.bank
      .booked(day)
      .some(
        (other) =>
          other.merchant === purchase.merchant &&
          other.bookedPrice === purchase.price &&
          [other.bookedOn, this.bank.reportsPurchaseDay ? other.day : null].includes(purchase.day),
      );
  }

  /** Returns whether the pending row is listed with its booked entry under another amount or without a day. */
  private maybeTwo(purchase: Purchase): boolean {
    return (
      !this.bank.reportsPurchaseDay || purchase.price !== purchase.bookedPrice || this.isAmbiguous(purchase)
    );
  }

  private purchase(number: number): Purchase {
    const purchase = this.bank.purchases[number];
    if (!purchase) throw new Error(`there is no purchase ${number}`);
    return purchase;
  }
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Returns the rows with a wrong number: the row, its number, and the right number. */
function differences(
  expected: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): [string, number, number][] {
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((what): [string, number, number][] => {
    const is = found.get(what) ?? 0;
    const should = expected.get(what) ?? 0;
    return is === should ? [] : [[what, is, should]];
  });
}
