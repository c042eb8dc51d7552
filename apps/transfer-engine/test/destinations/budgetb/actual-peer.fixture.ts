import { ConnectDestination } from '@tributary/contracts';
import { fromHundredths } from '@tributary/money';
import { ActualClient, ActualServer, BudgetRow, startActualServer, FULL } from '@tributary/testing';
import { TransferEngineFixture } from '../../transfer-engine.fixture';
import { ConformanceSubject, Misbehaviour, Peer, PeerRow } from '../conformance/conformance-subject';
import { FaultyLine } from './faulty-line.fixture';

/** Only bounds a failing test: a busy machine takes seconds to start Actual's client. */
const ANSWERED_MS_MAX = 30_000;
/** How long a request waits where no answer comes. */
const SILENCE_MS = 4000;
const WRITES = '/sync/sync';

/** A real Actual server behind a line that can be made to misbehave, and its user at Actual's own client. */
class ActualPeer implements Peer {
  readonly wrongSecret = 'not the password of anybody';

  private constructor(
    private readonly server: ActualServer,
    private readonly line: FaultyLine,
    private readonly user: ActualClient,
    private readonly accounts: readonly string[],
  ) {}

  static async start(): Promise<ActualPeer> {
    const server = await startActualServer();
    const user = await ActualClient.open(server);
    const accounts = await user.makeBudget('Household', ['Everyday', 'Savings']);
    const line = await FaultyLine.to(server.url);
    return new ActualPeer(server, line, user, [...accounts.values()]);
  }

  get wrongCredentials() {
    return { type: 'BUDGETB', serverUrl: this.line.url, password: this.wrongSecret } as const;
  }

  configure: Peer['configure'] = (config) => {
    const { line } = this;
    const BUDGETB = {
      ...config.destinations.BUDGETB,
      get requestTimeoutMs() {
        return line.isAboutToBeSilent ? SILENCE_MS : ANSWERED_MS_MAX;
      },
    };
    return { ...config, destinations: { ...config.destinations, BUDGETB } };
  };

  connect(fixture: TransferEngineFixture) {
    const { password } = this.server;
    return fixture.send(ConnectDestination, {
      credentials: { type: 'BUDGETB', serverUrl: this.line.url, password },
    });
  }

  async rows(): Promise<PeerRow[]> {
    const rows: BudgetRow[] = [];
    for (const account of this.accounts) rows.push(...(await this.user.rows(account)));
    return rows.filter(({ tombstone }) => !tombstone).map(toPeerRow);
  }

  async misbehave(how: Misbehaviour): Promise<void> {
    switch (how) {
      case 'refuse-access':
        this.line.answerAll(401, { status: 'error', reason: 'unauthorized', details: 'token-not-found' });
        return;
      case 'too-many-requests':
        this.line.next(WRITES, { kind: 'answer', status: 429, retryAfterS: 1 });
        return;
      case 'fail':
        this.line.next(WRITES, { kind: 'answer', status: 500 });
        return;
      case 'silence-after-write':
        this.line.next(WRITES, { kind: 'silence' });
        return;
      case 'break-after-write':
        this.line.next(WRITES, { kind: 'break' });
        return;
      case 'end-access':
        this.line.endSession();
        return;
      case 'half-a-batch':
        throw new Error('declared not to happen');
      default: {
        const unknown: never = how;
        return unknown;
      }
    }
  }

  async calm(): Promise<void> {
    this.line.calm();
  }

  async deleteRow({ id }: PeerRow): Promise<void> {
    await this.user.api('deleteTransaction', id);
    await this.user.api('sync');
  }

  async changePayee({ id }: PeerRow, name: string): Promise<void> {
    const payee = await this.user.api<string>('createPayee', { name });
    await this.user.api('updateTransaction', id, { payee });
    await this.user.api('sync');
  }

  async removePlace(): Promise<void> {
    const budgets = await this.user.api<{ cloudFileId?: string; state?: string }[]>('getBudgets');
    const { cloudFileId } = budgets.find(({ state }) => state === 'remote') ?? {};
    await this.user.library('delete-budget', { cloudFileId });
  }

  async close(): Promise<void> {
    await this.user.close();
    await this.line.close();
    await this.server.stop();
  }
}

function toPeerRow(row: BudgetRow): PeerRow {
  return {
    id: row.id,
    date: row.date,
    amount: fromHundredths(row.amount),
    payee: row['payee.name'] ?? '',
    description: (row.notes ?? '').replaceAll('##', '#'), // as Actual shows it
    booked: row.cleared,
  };
}

/** BUDGETB as the suites for all destinations know it. */
export const ACTUAL: ConformanceSubject = {
  type: 'BUDGETB',
  abilities: {
    payeeCharsMax: null,
    descriptionCharsMax: null,
    decimalsMax: 2,
    largestAmount: '22517998136852.47',
    showsBooked: true,
    renewsAccess: true,
    misbehaves: [
      'refuse-access',
      'end-access',
      'too-many-requests',
      'fail',
      'silence-after-write',
      'break-after-write',
    ],
  },
  partsByDefault: 3,
  // A hundred of them take Actual as long as thousands take the sandbox.
  killed: { transactionsMax: FULL ? 10_000 : 100 },
  start: () => ActualPeer.start(),
};
