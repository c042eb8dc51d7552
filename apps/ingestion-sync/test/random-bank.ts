import { SeededRandom } from '@tributary/testing';
import { addDays } from '@tributary/money';
import { Sent } from './answered-account';

const FIRST_DAY = '2026-01-10';
const LAST_DAY = 45;
const MERCHANTS = ['Kahvila Oy', 'Ristorante Roma', 'Kirjakauppa', 'Bensa Asema', 'Verkkokauppa', 'Apteekki'];
/** Prices so different that none is confused with another one plus a tip. */
const PRICES = ['-2.50', '-4.80', '-9.90', '-31.00', '-84.00', '120.00'];
const TIPS: Readonly<Record<string, string>> = { '-31.00': '-35.00', '-84.00': '-96.50', '-9.90': '-11.00' };

/** How a bank assigns ids to its booked rows. */
const BOOKED_IDS = ['strong', 'weak', 'none', 'rotating', 'renumbered', 'by_day', 'strong_and_weak'] as const;
const PENDING_IDS = ['none', 'own', 'kept', 'reused'] as const;

/** A purchase that only the bank knows completely. */
export interface Purchase {
  readonly number: number;
  readonly merchant: string;
  readonly price: string;
  readonly bookedPrice: string;
  readonly day: number;
  /** Null: never pending. */
  readonly pendingFrom: number | null;
  /** Null: never booked. */
  readonly bookedOn: number | null;
  /** The last day on which it is listed as pending. */
  readonly pendingTo: number;
  readonly relistedOn: number | null;
}

/** The common values of purchases that cannot be distinguished outside of the bank. */
export function kindOf({ merchant, price }: Purchase): string {
  return `${merchant} ${price}`;
}

/** A bank account with random habits of its seed: how it names, dates, repeats and relists its rows. */
export class RandomBank {
  readonly purchases: readonly Purchase[];
  readonly today = (day: number): string => addDays(FIRST_DAY, day);
  readonly lastDay = LAST_DAY;
  readonly reportsPurchaseDay: boolean;
  private readonly random: SeededRandom;
  private readonly bookedIds: (typeof BOOKED_IDS)[number];
  private readonly pendingIds: (typeof PENDING_IDS)[number];
  private readonly lingers: boolean;
  private readonly repeats: boolean;
  private answers = 0;

  constructor(readonly seed: number) {
    const random = new SeededRandom(seed);
    this.random = random;
    this.bookedIds = random.pick(BOOKED_IDS);
    this.pendingIds = random.pick(PENDING_IDS);
    this.reportsPurchaseDay = random.chance(0.6);
    this.lingers = random.chance(0.3);
    this.repeats = random.chance(0.3);
    this.purchases = Array.from({ length: random.between(8, 28) }, (_, number) => this.purchase(number));
  }

  get description(): string {
    const { bookedIds, pendingIds, reportsPurchaseDay, lingers, repeats } = this;
    return JSON.stringify({ seed: this.seed, bookedIds, pendingIds, reportsPurchaseDay, lingers, repeats });
  }

  booked(day: number): Purchase[] {
    return this.purchases.filter(({ bookedOn }) => bookedOn !== null && bookedOn <= day);
  }

  /** Returns the purchases that are listed as pending and not booked yet. */
  pending(day: number): Purchase[] {
    return this.listedPending(day).filter(({ bookedOn }) => bookedOn === null || bookedOn > day);
  }

  listedPending(day: number): Purchase[] {
    return this.purchases.filter(
      ({ pendingFrom, pendingTo }) => pendingFrom !== null && pendingFrom <= day && day <= pendingTo,
    );
  }

  /** Returns the response of a day, in a random order. */
  answer(day: number): { booked: Sent[]; pending: Sent[] } {
    this.answers += 1;
    const listed = this.booked(day).sort(
      (a, b) => (b.bookedOn ?? 0) - (a.bookedOn ?? 0) || b.number - a.number,
    );
    const booked = this.random.shuffled(
      listed.map((purchase, index) => this.bookedRow(purchase, index, day)),
    );
    const waiting = this.listedPending(day);
    const pending = this.random.shuffled(waiting.map((purchase, index) => this.pendingRow(purchase, index)));
    return { booked: this.repeated(booked), pending };
  }

  /** Returns an incomplete response, without some of the rows. */
  part(day: number): { booked: Sent[]; pending: Sent[] } {
    const { booked, pending } = this.answer(day);
    const some = (rows: Sent[]): Sent[] => rows.filter(() => this.random.chance(0.7));
    return { booked: some(booked), pending: some(pending) };
  }

  private purchase(number: number): Purchase {
    const { random } = this;
    const price = random.pick(PRICES);
    const day = random.between(-30, LAST_DAY - 12);
    const lag = random.between(0, 6);
    const isPending = random.chance(0.6);
    const expires = isPending && random.chance(0.15);
    const bookedOn = expires ? null : day + lag;
    const lingersFor = this.lingers && !expires && lag > 0 ? random.between(0, 2) : 0;
    const pendingTo = expires ? day + random.between(1, 9) : day + lag - 1 + lingersFor;
    const isLate = random.chance(0.1) && lingersFor > 0;
    return {
      number,
      merchant: random.pick(MERCHANTS),
      price,
      bookedPrice: random.chance(0.1) ? (TIPS[price] ?? price) : price,
      day,
      pendingFrom: isPending && pendingTo >= day ? (isLate ? day + lag : day) : null,
      bookedOn,
      pendingTo,
      relistedOn: random.chance(0.15) ? day + lag + random.between(1, 10) : null,
    };
  }

  private bookedRow(purchase: Purchase, index: number, day: number): Sent {
    const isRelisted = purchase.relistedOn !== null && purchase.relistedOn <= day;
    return {
      ...this.idsOf(purchase, index),
      bookingDate: this.today(purchase.bookedOn ?? 0),
      ...(this.reportsPurchaseDay ? { valueDate: this.today(purchase.day) } : {}),
      transactionAmount: { amount: purchase.bookedPrice, currency: 'EUR' },
      [partyOf(purchase)]: isRelisted ? `${purchase.merchant} Helsinki` : purchase.merchant,
      purchase: purchase.number,
    };
  }

  private pendingRow(purchase: Purchase, index: number): Sent {
    const id = {
      none: undefined,
      own: `p${purchase.number}`,
      kept: `w${purchase.number}`,
      reused: `${index}`,
    };
    return {
      transactionId: id[this.pendingIds],
      valueDate: this.today(purchase.day),
      transactionAmount: { amount: purchase.price, currency: 'EUR' },
      [partyOf(purchase)]: purchase.merchant.toUpperCase(),
      purchase: purchase.number,
    };
  }

  private idsOf({ number, bookedOn }: Purchase, index: number): Sent {
    const strong = { internalTransactionId: `s${number}` };
    const weak = { transactionId: `w${number}` };
    switch (this.bookedIds) {
      case 'strong':
        return strong;
      case 'weak':
        return weak;
      case 'strong_and_weak':
        return { ...strong, ...weak };
      case 'none':
        return {};
      case 'rotating':
        return { internalTransactionId: `${number}-${this.answers >> 1}` };
      case 'renumbered':
        return { internalTransactionId: `${index}` };
      case 'by_day':
        return { transactionId: this.today(bookedOn ?? 0), entryReference: `${number}` };
      default: {
        const unknown: never = this.bookedIds;
        return unknown;
      }
    }
  }

  /** Some banks list a row twice; its id distinguishes this from two purchases. */
  private repeated(rows: Sent[]): Sent[] {
    const hasIds = this.bookedIds !== 'none' && this.bookedIds !== 'by_day';
    const [first] = rows;
    return this.repeats && hasIds && first ? [...rows, first] : rows;
  }
}

function partyOf({ price }: Purchase): string {
  return price.startsWith('-') ? 'creditorName' : 'debtorName';
}
