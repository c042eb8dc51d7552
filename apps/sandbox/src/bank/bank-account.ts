import { centsFromText } from './cents';
import type { ProviderTransaction } from './provider-transaction';

/** The owner and the name of an account: PROVIDER_A's `details`. */
export interface AccountProfile {
  readonly uuid: string;
  /** The bank's own number of the account: `576`. */
  readonly bankAccountId: string;
  readonly iban: string;
  readonly bban: string;
  readonly currency: string;
  readonly ownerName: string;
  readonly name: string;
  readonly product: string;
}

/** A line of an account: the little that windows and sums need, and the text that is sent. */
export interface BankEntry {
  /** Absent on pending entries of banks that give them no id. */
  readonly transactionId: string | undefined;
  readonly date: string;
  readonly amount: string;
  /** JSON, made when it is first asked for. */
  readonly text: string;
}

export interface AccountChange {
  /** Added, or replaces the entry with the same id. */
  readonly booked?: readonly ProviderTransaction[];
  /** The account's whole list of pending entries from now on. */
  readonly pending?: readonly ProviderTransaction[];
  /** Ids of booked entries that the bank removes. */
  readonly remove?: readonly string[];
  /** What the bank says of the account from now on, beside its profile and before it. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One account at the bank. The balance follows what is booked, added, changed and removed. */
export class BankAccount {
  private bookedEntries: BankEntry[];
  private pendingEntries: BankEntry[] = [];
  private furtherDetails: Readonly<Record<string, unknown>> = {};
  /** The sum of what is booked, until that changes: a progress report asks for it every second. */
  private bookedSum: bigint | null = null;

  constructor(
    readonly profile: AccountProfile,
    booked: readonly BankEntry[],
    private bookedCents: bigint,
  ) {
    this.bookedEntries = newestFirst(booked);
  }

  get booked(): readonly BankEntry[] {
    return this.bookedEntries;
  }

  get pending(): readonly BankEntry[] {
    return this.pendingEntries;
  }

  /** Members of `details` as PROVIDER_A sends them. */
  get details(): Readonly<Record<string, unknown>> {
    return this.furtherDetails;
  }

  /** The sum of the booked entries, in hundredths. */
  get bookedSumCents(): bigint {
    return (this.bookedSum ??= sumCents(this.bookedEntries));
  }

  /** The bank's last balance, in hundredths. */
  get balanceCents(): bigint {
    return this.bookedCents;
  }

  get availableCents(): bigint {
    return this.bookedCents + sumCents(this.pendingEntries);
  }

  apply(change: AccountChange): void {
    const booked = (change.booked ?? []).map(entryOf);
    const gone = new Set([...(change.remove ?? []), ...booked.map((entry) => entry.transactionId)]);
    const leaving = this.bookedEntries.filter(
      (entry) => entry.transactionId !== undefined && gone.has(entry.transactionId),
    );
    this.bookedEntries = newestFirst([
      ...booked,
      ...this.bookedEntries.filter((entry) => !leaving.includes(entry)),
    ]);
    this.bookedSum = null;
    this.bookedCents += sumCents(booked) - sumCents(leaving);
    if (change.details) this.furtherDetails = change.details;
    if (change.pending) this.pendingEntries = newestFirst(change.pending.map(entryOf));
  }
}

/** The sum of signed amounts, in hundredths. */
export function sumCents(entries: readonly BankEntry[]): bigint {
  return entries.reduce((sum, entry) => sum + centsFromText(entry.amount), 0n);
}

function entryOf(transaction: ProviderTransaction): BankEntry {
  return {
    transactionId: transaction.transactionId,
    date: transaction.bookingDate ?? transaction.valueDate ?? '',
    amount: transaction.transactionAmount.amount,
    text: JSON.stringify(transaction),
  };
}

function newestFirst(entries: readonly BankEntry[]): BankEntry[] {
  return [...entries].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}
