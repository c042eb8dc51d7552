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

/** A line of an account: the members that windows and sums need, and the text that is sent. */
export interface BankEntry {
  /** Absent on pending entries of banks that give them no id. */
  readonly transactionId: string | undefined;
  readonly date: string;
  readonly amount: string;
  /** JSON, written when it is first read. */
  readonly text: string;
}

export interface AccountChange {
  /** Added, or replaces the entry with the same id. */
  readonly booked?: readonly ProviderTransaction[];
  /** The account's whole list of pending entries from now on. */
  readonly pending?: readonly ProviderTransaction[];
  /** Ids of booked entries that the bank removes. */
  readonly remove?: readonly string[];
  /** Further members of the account's details. They replace members of the profile with the same name. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The first rows and the first balance of an account. */
export interface AccountOpening {
  readonly booked: readonly BankEntry[];
  readonly bookedCents: bigint;
}

/** An account at the bank. The balance follows the entries that are booked, changed and removed. */
export class BankAccount {
  private current: AccountOpening | null = null;
  private pendingEntries: BankEntry[] = [];
  private furtherDetails: Readonly<Record<string, unknown>> = {};
  /** The sum of the booked entries, until they change: a progress report reads it every second. */
  private bookedSum: bigint | null = null;

  /** @param opening called when the account is first used: a bank has thousands of accounts, and most are never used */
  constructor(
    readonly profile: AccountProfile,
    private readonly opening: () => AccountOpening,
  ) {}

  get booked(): readonly BankEntry[] {
    return this.state.booked;
  }

  get pending(): readonly BankEntry[] {
    return this.pendingEntries;
  }

  /** The account's details in the form of PROVIDER_A. */
  get details(): Readonly<Record<string, unknown>> {
    return this.furtherDetails;
  }

  /** The sum of the booked entries, in hundredths. */
  get bookedSumCents(): bigint {
    return (this.bookedSum ??= sumCents(this.booked));
  }

  /** The bank's last balance, in hundredths. */
  get balanceCents(): bigint {
    return this.state.bookedCents;
  }

  get availableCents(): bigint {
    return this.balanceCents + sumCents(this.pendingEntries);
  }

  apply(change: AccountChange): void {
    const booked = (change.booked ?? []).map(entryOf);
    const gone = new Set([...(change.remove ?? []), ...booked.map((entry) => entry.transactionId)]);
    const leaving = this.booked.filter(
      (entry) => entry.transactionId !== undefined && gone.has(entry.transactionId),
    );
    this.current = {
      booked: newestFirst([...booked, ...this.booked.filter((entry) => !leaving.includes(entry))]),
      bookedCents: this.balanceCents + sumCents(booked) - sumCents(leaving),
    };
    this.bookedSum = null;
    if (change.details) this.furtherDetails = change.details;
    if (change.pending) this.pendingEntries = newestFirst(change.pending.map(entryOf));
  }

  private get state(): AccountOpening {
    if (this.current === null) {
      const { booked, bookedCents } = this.opening();
      this.current = { booked: newestFirst(booked), bookedCents };
    }
    return this.current;
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
