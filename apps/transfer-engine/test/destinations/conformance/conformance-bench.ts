import { DESTINATIONS, OnBookedChange } from '@tributary/contracts';
import { compareDecimals } from '@tributary/money';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { unofficialCalls } from '../official-clients/official-calls';
import { ConformanceSubject, Misbehaviour, Peer, PeerRow } from './conformance-subject';

/** What a test sends of a transaction. */
export interface Sent {
  readonly date?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly payee?: string;
  readonly description?: string;
  readonly booked?: boolean;
}

/** A transaction of a test, and what was last sent of it. */
export interface Carried {
  readonly id: number;
  readonly accountId: number;
  readonly linkId: number;
  version: number;
  sent: Required<Sent>;
}

export interface Link {
  readonly id: number;
  readonly accountId: number;
}

export interface TransferRow {
  readonly transactionId: number;
  readonly state: string;
  readonly error: string | null;
}

/** The whole service on one side, the destination's peer on the other; each test has accounts and links of its own. */
export class ConformanceBench {
  private nextId = 1;
  private earlier = new Set<string>();

  private constructor(
    readonly subject: ConformanceSubject,
    readonly fixture: TransferEngineFixture,
    readonly peer: Peer,
    readonly connectionId: number,
    readonly targetIds: readonly number[],
  ) {}

  static async start(subject: ConformanceSubject): Promise<ConformanceBench> {
    let peer: Peer | undefined;
    const fixture = await TransferEngineFixture.start({
      sandbox: { budgetCurrency: undefined, ...subject.sandbox },
      configure: async (config, sandbox) => {
        peer = await subject.start(sandbox);
        return peer.configure(config);
      },
    });
    if (!peer) throw new Error('the fixture was not configured');
    const { connectionId, resources } = await peer.connect(fixture);
    const targets = resources.filter(
      ({ kind, deleted }) => kind === DESTINATIONS[subject.type].target.kind && !deleted,
    );
    const targetIds = targets.map(({ id }) => id);
    return new ConformanceBench(subject, fixture, peer, connectionId, targetIds);
  }

  async close(): Promise<void> {
    await this.fixture.close();
    await this.peer.close();
    expect(unofficialCalls(this.fixture.sandbox.calls())).toEqual([]);
  }

  /** Before each test: what is there already is not looked at. */
  async begin(): Promise<void> {
    this.earlier = new Set((await this.peer.rows()).map(({ id }) => id));
  }

  calm(): Promise<void> {
    return this.peer.calm();
  }

  misbehave(how: Misbehaviour): Promise<void> {
    return this.peer.misbehave(how);
  }

  /** A link of a new account to the first target, which counts in the account's currency. */
  async link(onBookedChange: Partial<OnBookedChange> = {}, currency = 'EUR'): Promise<Link> {
    const accountId = this.nextId++;
    await this.fixture.account(accountId, undefined, undefined, currency);
    const { id } = await this.fixture.createLink({
      financial_account_id: accountId,
      destination_type: this.subject.type,
      destination_id: this.targetIds[0] ?? 0,
      transfer_start_date: null,
      active: true,
      sync_mode: 'TRANSACTIONS',
      on_booked_change: onBookedChange,
      destination_currency: currency,
    });
    return { id, accountId };
  }

  /** New transactions on the link, in one message; not waited for. */
  async send(link: Link, transactions: readonly Sent[]): Promise<Carried[]> {
    const carried = transactions.map((sent): Carried => {
      const id = this.nextId++;
      return { id, accountId: link.accountId, linkId: link.id, version: 1, sent: completed(id, sent) };
    });
    await this.publish(carried);
    return carried;
  }

  /** The same transactions with these members changed. */
  async change(carried: readonly Carried[], changes: Sent): Promise<void> {
    for (const one of carried) {
      one.version += 1;
      one.sent = { ...one.sent, ...changes };
    }
    await this.publish(carried);
  }

  async remove(carried: readonly Carried[]): Promise<void> {
    for (const one of carried) one.version += 1;
    await this.publish(carried, true);
  }

  /** What was last sent of them comes again, as it was. */
  async repeat(carried: readonly Carried[]): Promise<void> {
    await this.publish(carried);
  }

  idle(): Promise<void> {
    return this.fixture.idle();
  }

  /** What is really there of this test's. */
  async rows(): Promise<PeerRow[]> {
    return (await this.peer.rows()).filter(({ id }) => !this.earlier.has(id));
  }

  /** The one row of the amount. */
  async rowOf(carried: Carried): Promise<PeerRow> {
    const rows = (await this.rows()).filter(
      ({ amount }) => compareDecimals(amount, carried.sent.amount) === 0,
    );
    const [row] = rows;
    if (!row || rows.length > 1) throw new Error(`${rows.length} rows of the amount ${carried.sent.amount}`);
    return row;
  }

  /** Each of them is there exactly once and as it was sent; nothing else is. */
  async expectThere(carried: readonly Carried[]): Promise<void> {
    const { showsBooked } = this.subject.abilities;
    const wanted = carried.map(({ sent: { currency: _, booked, ...sent } }) => ({
      ...sent,
      booked: showsBooked ? booked : null,
    }));
    const rows = (await this.rows()).map(({ id: _, ...row }) => row);
    expect(rows.map(comparable).sort()).toEqual(wanted.map(comparable).sort());
  }

  async transfers(carried: readonly Carried[]): Promise<TransferRow[]> {
    return this.fixture.database.query<TransferRow>(
      `select transaction_id as "transactionId", state, last_error as error from transfers
        where transaction_id = any($1) order by transaction_id`,
      [carried.map(({ id }) => id)],
    );
  }

  /** The attempts that were made with them, oldest first. */
  async logIds(carried: readonly Carried[]): Promise<number[]> {
    const rows = await this.fixture.database.query<{ id: number }>(
      `select l.id from transfer_logs l join transfers t on t.id = l.transfer_id
        where t.transaction_id = any($1) order by l.id`,
      [carried.map(({ id }) => id)],
    );
    return rows.map(({ id }) => id);
  }

  /** Waits until all of them stand so. */
  async expectStates(carried: readonly Carried[], state: string, timeoutMs?: number): Promise<void> {
    await eventually(
      // Counted there: to compare ten thousand of them at each look would leave the service no time to carry them.
      async () => expect(await this.countedByState(carried)).toEqual({ [state]: carried.length }),
      timeoutMs === undefined ? {} : { timeoutMs, intervalMs: 250 },
    );
  }

  private async countedByState(carried: readonly Carried[]): Promise<Record<string, number>> {
    const rows = await this.fixture.database.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from transfers where transaction_id = any($1) group by state`,
      [carried.map(({ id }) => id)],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  private async publish(carried: readonly Carried[], removed = false): Promise<void> {
    for (const accountId of new Set(carried.map((one) => one.accountId))) {
      const ofAccount = carried.filter((one) => one.accountId === accountId);
      await this.fixture.shape(
        ofAccount.map((one) => toShaped(one, removed)),
        accountId,
      );
    }
  }
}

function toShaped({ id, linkId, version, sent }: Carried, removed: boolean) {
  const { date, payee, description, ...rest } = sent;
  return shaped(id, removed ? [] : [linkId], {
    shapedVersion: version,
    rawVersion: version,
    removed,
    document: { ...rest, mapped_fields: { date, payee, description } },
  });
}

/** Amounts tell transactions apart. */
function completed(id: number, sent: Sent): Required<Sent> {
  return {
    date: '2026-03-02',
    amount: `-${id}.25`,
    currency: 'EUR',
    payee: `Kahvila ${id}`,
    description: `Card 02.03 ${id}`,
    booked: true,
    ...sent,
  };
}

function comparable(row: Omit<PeerRow, 'id'>): string {
  return JSON.stringify([row.date, plain(row.amount), row.payee, row.description, row.booked]);
}

/** One way to write an amount: no zeros at the end, none but one before the point. */
function plain(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`.replace(/\.$/, '');
  return text.startsWith('-') && digits !== '0' ? `-${digits}` : digits;
}
