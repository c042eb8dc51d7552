import { SeededRandom } from '@tributary/testing';
import { addDays } from '@tributary/money';
import { strongIdentityKey } from '../../../src/transactions/identity';
import { Sent, TODAY } from '../../answered-account';

const MERCHANTS = ['Kahvila Oy', 'Ristorante Roma', 'Kirjakauppa Lumo', 'Bensa Asema'];
/** The probability of a change of a purchase between two responses. */
const CHANGES = 0.35;
/** A tip with which a booked amount still settles the pending one. */
const TIPPED = 1.1;

interface Purchase {
  readonly merchant: string;
  readonly number: number;
  readonly day: number;
  cents: number;
  text: string;
  listed: 'pending' | 'both' | 'booked' | 'not';
  /** How often the bank withdrew it; it is then listed again under another id. */
  withdrawals: number;
  /** Booked a day later without the day of the purchase, so that it may be another purchase than its pending entry. */
  readonly isVague: boolean;
}

/** One response of a bank, and the rows that it withdraws explicitly. */
export interface BankAnswer {
  readonly booked: Sent[];
  readonly pending: Sent[];
  readonly removals: string[];
}

/** A bank that changes, books, withdraws and lists its rows again, by its seed. Its rows differ clearly. */
export class CorrectedBank {
  private readonly purchases: Purchase[];

  constructor(private readonly random: SeededRandom) {
    this.purchases = MERCHANTS.map((merchant, number) => ({
      merchant,
      number,
      day: random.between(1, 12),
      cents: random.between(500, 9000),
      text: 'first',
      listed: random.chance(0.5) ? 'pending' : 'booked',
      withdrawals: 0,
      isVague: random.chance(0.5),
    }));
  }

  /** Returns the next response. */
  answer(): BankAnswer {
    const removals = this.purchases.flatMap((purchase) =>
      this.random.chance(CHANGES) ? this.change(purchase) : [],
    );
    const listed = (...how: Purchase['listed'][]) => this.purchases.filter((one) => how.includes(one.listed));
    return {
      booked: listed('booked', 'both').map((purchase) => bookedRow(purchase)),
      pending: listed('pending', 'both').map((purchase) => pendingRow(purchase)),
      removals,
    };
  }

  /** @returns the key of what was withdrawn */
  private change(purchase: Purchase): string[] {
    purchase.text = `text ${this.random.below(1000)}`;
    switch (purchase.listed) {
      case 'pending':
        this.book(purchase);
        return [];
      case 'both':
        purchase.listed = 'booked';
        return [];
      case 'booked':
        return this.correct(purchase);
      case 'not':
        purchase.listed = this.random.chance(0.5) ? 'pending' : 'booked';
        return [];
    }
  }

  private book(purchase: Purchase): void {
    purchase.listed = this.random.pick(['booked', 'booked', 'both', 'not', 'pending']);
    if (this.random.chance(0.3)) purchase.cents = Math.round(purchase.cents * TIPPED);
  }

  private correct(purchase: Purchase): string[] {
    if (this.random.chance(0.4)) purchase.cents = this.random.between(500, 9000);
    if (!this.random.chance(0.2)) return [];
    const key = strongIdentityKey(bookedId(purchase));
    purchase.listed = 'not';
    if (this.random.chance(0.5)) purchase.withdrawals += 1;
    return [key];
  }
}

function bookedId({ number, withdrawals }: Purchase): string {
  return `s${number}-${withdrawals}`;
}

function bookedRow(purchase: Purchase): Sent {
  const { day, isVague } = purchase;
  const row = { ...common(purchase), internalTransactionId: bookedId(purchase) };
  return isVague
    ? { ...row, bookingDate: addDays(TODAY, 1 - day) }
    : { ...row, bookingDate: dayOf(day), valueDate: dayOf(day) };
}

function pendingRow(purchase: Purchase): Sent {
  return { ...common(purchase), valueDate: dayOf(purchase.day), transactionId: `p${purchase.number}` };
}

/** Returns the day this number of days ago. */
function dayOf(days: number): string {
  return addDays(TODAY, -days);
}

function common({ merchant, cents, text }: Purchase): Sent {
  return {
    transactionAmount: { amount: `-${(cents / 100).toFixed(2)}`, currency: 'EUR' },
    creditorName: merchant,
    remittanceInformationUnstructured: text,
  };
}
