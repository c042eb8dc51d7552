import type { SeededRandom } from '@tributary/testing';
import { SyncAccounts, ownerOf } from '@tributary/contracts';
import type { CommandClient } from '@tributary/messaging';
import type { BankTransaction, SandboxControl } from '../../src/demo/sandbox-control';

/** Matches the mark of a transaction that this class booked; it is in the id and in the text for the budget. */
export const BOOKED_MARK = /\bwork-\d+\b/;

/** Books and amends transactions at the bank, and requests syncs of them. */
export class BankWork {
  /** The current text of each booked transaction, by its mark. */
  readonly texts = new Map<string, string>();
  private readonly booked = new Map<string, BankTransaction[]>();
  /** True while not all booked transactions are covered by a requested sync. */
  private needsSync = false;

  constructor(
    private readonly control: SandboxControl,
    private readonly commands: CommandClient,
    private readonly random: SeededRandom,
    private readonly scope: {
      readonly institution: string;
      readonly connectionId: number;
      readonly userId: number;
    },
  ) {}

  /**
   * Books this number of transactions at each account, amends an earlier one, and requests a sync. Works also while
   * parts of the system are down.
   */
  async add(perAccount: number): Promise<void> {
    const { accounts } = await this.control.bankLedger(this.scope.institution);
    await Promise.all(
      accounts.map(({ id }) => {
        const earlier = this.booked.get(id) ?? [];
        const added = Array.from({ length: perAccount }, () => this.transaction());
        this.booked.set(id, [...earlier, ...added]);
        return this.control.book(id, [...added, ...this.amended(earlier)]);
      }),
    );
    this.needsSync = true;
    await this.requestSync();
  }

  /** Requests a sync if the last request may have failed. */
  async requestSync(): Promise<void> {
    if (!this.needsSync) return;
    const { connectionId, userId } = this.scope;
    const payload = { connectionId, financialAccountIds: null };
    const options = { caller: ownerOf(userId), key: connectionId, timeoutMs: 3000 };
    this.needsSync = false;
    try {
      await this.commands.send(SyncAccounts, payload, options);
    } catch {
      this.needsSync = true; // its owner, the bus or the database is down; requested again later
    }
  }

  private transaction(): BankTransaction {
    const id = `work-${this.texts.size + 1}`;
    const cents = this.random.below(100_000) - 50_000;
    this.texts.set(id, `Purchase ${id}`);
    return {
      transactionId: id,
      bookingDate: new Date().toISOString().slice(0, 10),
      transactionAmount: { amount: decimalOf(cents), currency: 'CZK' },
      creditorName: 'Kahvila',
      remittanceInformationUnstructured: `Purchase ${id}`,
    };
  }

  /** Returns an earlier transaction with its next text at the bank: its second version, its third … */
  private amended(earlier: readonly BankTransaction[]): BankTransaction[] {
    const one = earlier[this.random.below(earlier.length || 1)];
    if (!one) return [];
    const text = `${this.texts.get(one.transactionId) ?? ''} again`;
    this.texts.set(one.transactionId, text);
    return [{ ...one, remittanceInformationUnstructured: text }];
  }
}

function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
