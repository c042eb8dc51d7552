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

/** What a change sets, in Actual's terms. */
interface StoredFields {
  date?: string;
  amount?: number;
  notes?: string;
  cleared?: boolean;
  category?: string;
  payee?: string | null;
  imported_payee?: string;
}

/**
 * The open budget. Each change first pulls what others have written, then changes the copy here, then hands the change
 * to the server: `writing` is called before the first of it can get there.
 */
export class Budget {
  private readonly rows: Rows;

  constructor(
    private readonly actual: SignedIn,
    private readonly writing: () => void,
  ) {
    this.rows = new Rows(actual.api);
  }

  /** Adds rows, but for those whose id or key the budget has, deleted ones too. */
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
      // A split row's parts and a transfer's other side have to follow, which is Actual's own to do.
      if (row?.is_parent || row?.transfer_id) await this.actual.api.updateTransaction(id, stored);
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

  /** A row that brings the account's cleared rows to the balance; none where they come to it, or one was added before. */
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
   * Not by `importTransactions`: it would match a row that the user entered, with similar amount and date, with ours.
   */
  private async add(account: string, rows: readonly ActualNewRow[], names: Names): Promise<void> {
    const added = rows.map((row) => toAdded(row, names));
    // A rule of the user may make a row a transfer: the other account gets its side, as it would in Actual itself.
    await this.actual.api.addTransactions(account, added, { runTransfers: true, learnCategories: false });
  }

  /** What an attempt that failed half-way has added is not added again. */
  private async addUnlessKnown(account: string, rows: readonly ActualNewRow[], names: Names): Promise<void> {
    const known = await this.rows.known(rows);
    const added = rows.filter(({ id }) => !known.has(id));
    if (added.length > 0) await this.add(account, added, names);
  }

  private pull(): Promise<void> {
    return this.actual.api.sync();
  }

  /**
   * Twice: Actual's client also synchronizes by itself, and a call meanwhile joins the running synchronization, which
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
    // A transfer's payee is its other account: with another one its other side would be deleted.
    const payees =
      payee === undefined || isTransfer
        ? {}
        : { payee: await names.payee(this.actual.api, payee), imported_payee: payee ?? undefined };
    return {
      ...fields,
      ...(notes === undefined ? {} : { notes: notes ?? '' }),
      ...payees,
      ...(category === undefined ? {} : { category: names.category(category) }),
    };
  }
}

function toAdded({ account: _, category, payee_name, ...row }: ActualNewRow, names: Names) {
  return {
    ...row,
    payee_name: payee_name ?? undefined,
    notes: row.notes ?? undefined,
    ...(category === undefined ? {} : { category: names.category(category) }),
  };
}
