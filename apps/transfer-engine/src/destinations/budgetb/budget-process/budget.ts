import {
  ActualChange,
  ActualFields,
  ActualNewRow,
  ActualOutcome,
  ActualRow,
  ActualSearch,
  Adjustment,
} from './calls';
import { SignedIn } from './actual-server';
import { Names } from './names';
import { refusal, Rows, withFailure, withoutFailing } from './rows';

/** The fields of a change, as Actual stores them. */
interface StoredFields {
  date?: string;
  amount?: number;
  notes?: string;
  cleared?: boolean;
  category?: string | null;
  payee?: string | null;
  imported_payee?: string;
}

/**
 * The open budget. Each change pulls the server's changes, changes the local copy, then pushes. `writing` is called
 * before any change can reach the server.
 */
export class Budget {
  private readonly rows: Rows;

  constructor(
    private readonly actual: SignedIn,
    private readonly writing: () => void,
  ) {
    this.rows = new Rows(actual.api);
  }

  /** Adds the rows whose id and key the budget does not have yet; deleted rows count as present. */
  async create(rows: readonly ActualNewRow[]): Promise<ActualOutcome[]> {
    await this.pull();
    const known = await this.rows.known(rows);
    const names = await Names.read(this.actual.api);
    const outcomes = rows.map((row): ActualOutcome => {
      if (known.has(row.id) || known.has(row.imported_id)) return { kind: 'duplicate' };
      return names.refusal(row) ?? { kind: 'done' };
    });
    const added = rows.filter((_, index) => outcomes[index]?.kind === 'done');
    if (added.length === 0) return outcomes;
    this.writing();
    const failed = new Map<string, string>();
    for (const account of new Set(added.map((row) => row.account))) {
      const part = added.filter((row) => row.account === account);
      await withoutFailing(part, (those) => this.addUnlessKnown(account, those, names), failed);
    }
    await this.push();
    return outcomes.map((outcome, index) => withFailure(outcome, failed.get(rows[index]?.id ?? '')));
  }

  async update(changes: readonly ActualChange[]): Promise<ActualOutcome[]> {
    await this.pull();
    const rows = await this.rows.byId(changes.map(({ id }) => id));
    const names = await Names.read(this.actual.api);
    const outcomes = changes.map(({ id, fields }): ActualOutcome => {
      return refusal(rows.get(id)) ?? names.refusal(fields) ?? { kind: 'done' };
    });
    const wanted = changes.filter((_, index) => outcomes[index]?.kind === 'done');
    if (wanted.length === 0) return outcomes;
    this.writing();
    const simple: (StoredFields & { id: string })[] = [];
    for (const { id, fields } of wanted) {
      const row = rows.get(id);
      const stored = { id, ...(await this.stored(fields, names, row?.transfer_id != null)) };
      // Actual itself must update the parts of a split row and the other side of a transfer.
      if (row?.is_parent || row?.transfer_id) await this.actual.api.updateTransaction(id, uncleared(stored));
      else simple.push(stored);
    }
    const failed = new Map<string, string>();
    const send = (updated: readonly { id: string }[]) =>
      this.actual.library.send('transactions-batch-update', { updated: [...updated], runTransfers: false });
    await withoutFailing(simple, send, failed);
    await this.push();
    return outcomes.map((outcome, index) => withFailure(outcome, failed.get(changes[index]?.id ?? '')));
  }

  async delete(ids: readonly string[]): Promise<ActualOutcome[]> {
    await this.pull();
    const rows = await this.rows.byId(ids);
    const outcomes = ids.map((id): ActualOutcome => refusal(rows.get(id)) ?? { kind: 'done' });
    const deleted = ids.filter((_, index) => outcomes[index]?.kind === 'done').map((id) => ({ id }));
    if (deleted.length === 0) return outcomes;
    this.writing();
    await this.actual.library.send('transactions-batch-update', { deleted });
    await this.push();
    return outcomes;
  }

  async find({ accounts, since, ids }: ActualSearch): Promise<ActualRow[]> {
    await this.pull();
    if (ids !== null) return [...(await this.rows.byId(ids)).values()];
    const where = {
      account: { $oneof: [...accounts] },
      ...(since === null ? {} : { date: { $gte: since } }),
    };
    return this.rows.select(where);
  }

  /**
   * Adds a row that brings the account's cleared rows to the balance; adds none if they match it or if one was added
   * before.
   */
  async adjust({ balance, ...row }: Adjustment): Promise<ActualOutcome> {
    await this.pull();
    if ((await this.rows.known([row])).size > 0) return { kind: 'duplicate' };
    const names = await Names.read(this.actual.api);
    const refused = names.refusal(row);
    if (refused) return refused;
    const amount = balance - (await this.rows.clearedBalance(row.account));
    if (amount === 0) return { kind: 'done' };
    this.writing();
    const added = { ...row, amount, payee_name: 'Balance adjustment', cleared: true };
    await this.add(row.account, [added], names);
    await this.push();
    return { kind: 'done' };
  }

  /**
   * Uses `addTransactions`, because `importTransactions` could merge our row with one that the user entered, of similar
   * amount and date.
   */
  private async add(account: string, rows: readonly ActualNewRow[], names: Names): Promise<void> {
    const added = rows.map((row) => toAdded(row, names));
    // A rule of the user may turn a row into a transfer; `runTransfers` then creates the other side, as Actual would.
    await this.actual.api.addTransactions(account, added, { runTransfers: true, learnCategories: false });
  }

  /** Skips rows that a failed attempt has already added. */
  private async addUnlessKnown(account: string, rows: readonly ActualNewRow[], names: Names): Promise<void> {
    const known = await this.rows.known(rows);
    const added = rows.filter(({ id }) => !known.has(id));
    if (added.length > 0) await this.add(account, added, names);
  }

  private pull(): Promise<void> {
    return this.actual.api.sync();
  }

  /**
   * Synchronizes twice: Actual's client also synchronizes by itself, and a call joins a running synchronization, which
   * may have begun before the change.
   */
  private async push(): Promise<void> {
    await this.actual.api.sync();
    await this.actual.api.sync();
  }

  private async stored(
    { payee_name: payee, category, notes, ...fields }: Partial<ActualFields>,
    names: Names,
    isTransfer: boolean,
  ): Promise<StoredFields> {
    // The payee of a transfer is its other account; another payee would delete the transfer's other side.
    const payees =
      payee === undefined || isTransfer
        ? {}
        : { payee: await names.payee(this.actual.api, payee), imported_payee: payee ?? undefined };
    return {
      ...fields,
      ...(notes === undefined ? {} : { notes: notes ?? '' }),
      ...payees,
      ...(category === undefined ? {} : { category: category && names.category(category) }),
    };
  }
}

/** A split row and a transfer have no category of their own that could be cleared. */
function uncleared({
  category,
  ...stored
}: StoredFields): Omit<StoredFields, 'category'> & { category?: string } {
  return category ? { ...stored, category } : stored;
}

function toAdded({ account: _, category, payee_name, ...row }: ActualNewRow, names: Names) {
  return {
    ...row,
    payee_name: payee_name ?? undefined,
    notes: row.notes ?? undefined,
    ...(category ? { category: names.category(category) } : {}),
  };
}
