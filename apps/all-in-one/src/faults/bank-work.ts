import { SyncAccounts } from '@tributary/contracts';
import type { CommandClient } from '@tributary/messaging';
import type { SandboxControl } from '../demo/sandbox-control';
import type { SeededRandom } from './seeded-random';

/** Marks the bank's transactions that were booked here, in the id and in the text that reaches the budget. */
export const BOOKED_MARK = /\bwork-\d+\b/;

/** A stream of new transactions at the bank, which the system is asked to fetch. */
export class BankWork {
  private booked = 0;
  /** True while it is not known that the system was told of all that is booked. */
  private isUntold = false;

  constructor(
    private readonly control: SandboxControl,
    private readonly commands: CommandClient,
    private readonly random: SeededRandom,
    private readonly place: {
      readonly institution: string;
      readonly connectionId: number;
      readonly userId: number;
    },
  ) {}

  /** Books so many new transactions at each account and asks for a sync; survives a system that is half down. */
  async add(perAccount: number): Promise<void> {
    const { accounts } = await this.control.bankLedger(this.place.institution);
    await Promise.all(
      accounts.map(({ id }) =>
        this.control.book(
          id,
          Array.from({ length: perAccount }, () => this.transaction()),
        ),
      ),
    );
    this.isUntold = true;
    await this.tell();
  }

  /** Asks for a sync where the last asking may not have been heard. */
  async tell(): Promise<void> {
    if (!this.isUntold) return;
    const { connectionId, userId } = this.place;
    const payload = { connectionId, financialAccountIds: null };
    const options = { caller: { userId, accountIds: null }, key: connectionId, timeoutMs: 3000 };
    this.isUntold = false;
    try {
      await this.commands.send(SyncAccounts, payload, options);
    } catch {
      this.isUntold = true; // its owner, the bus or the database is down: asked again when the system settles
    }
  }

  private transaction() {
    this.booked += 1;
    const cents = this.random.below(100_000) - 50_000;
    const id = `work-${this.booked}`;
    return {
      transactionId: id,
      bookingDate: new Date().toISOString().slice(0, 10),
      transactionAmount: { amount: decimalOf(cents), currency: 'CZK' },
      creditorName: 'Kahvila',
      remittanceInformationUnstructured: `Purchase ${id}`,
    };
  }
}

function decimalOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
