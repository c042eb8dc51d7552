import { callControl, Sandbox } from '@tributary/sandbox';
import { TransferEngineFixture } from '../../transfer-engine.fixture';
import { Misbehaviour, MISBEHAVIOURS, Peer, PeerRow } from '../conformance/conformance-subject';
import { describeDestination } from '../conformance/destination.conformance';
import { connectByLink } from '../granted-access';

interface LedgerRow {
  readonly id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly cleared: string;
  readonly deleted: boolean;
}

const TIMEOUT_MS = 1000;
const TRANSACTIONS = '/plans/last-used/transactions';

/** The sandbox's BUDGETA, to which the user grants access by a link. */
class BudgetaPeer implements Peer {
  readonly wrongSecret = 'not-a-token-of-anybody';
  readonly wrongCredentials = { type: 'BUDGETA', accessToken: this.wrongSecret } as const;

  constructor(private readonly sandbox: Sandbox) {}

  configure: Peer['configure'] = (config) => ({
    ...config,
    destinations: {
      ...config.destinations,
      BUDGETA: { ...config.destinations.BUDGETA, requestTimeoutMs: TIMEOUT_MS },
    },
  });

  connect(fixture: TransferEngineFixture) {
    return connectByLink(fixture, 'BUDGETA');
  }

  async rows(): Promise<PeerRow[]> {
    const { accounts } = await callControl<{ accounts: { transactions: LedgerRow[] }[] }>(
      this.sandbox,
      'GET',
      '/ledger/budgeta',
    );
    return accounts
      .flatMap(({ transactions }) => transactions)
      .filter((row) => !row.deleted)
      .map(toPeerRow);
  }

  misbehave(how: Misbehaviour): Promise<void> {
    switch (how) {
      case 'refuse-access':
        return this.control('POST', 'budgeta/tokens/revoke');
      case 'end-access':
        return this.control('POST', 'budgeta/tokens/expire');
      case 'too-many-requests':
        return this.fault({ kind: 'status', status: 429, retry_after_s: 1 });
      case 'fail':
        return this.fault({ kind: 'status', status: 500 });
      case 'silence-after-write':
        return this.fault({ kind: 'timeout_after_accept', delay_ms: 3 * TIMEOUT_MS });
      case 'break-after-write':
        return this.fault({ kind: 'drop_after_accept' });
      case 'half-a-batch':
        return this.fault({ kind: 'accept_part', rows: 3, status: 500 });
      default: {
        const unknown: never = how;
        return unknown;
      }
    }
  }

  calm(): Promise<void> {
    return this.control('DELETE', 'faults');
  }

  deleteRow({ id }: PeerRow): Promise<void> {
    return this.byHand('DELETE', `${TRANSACTIONS}/${id}`);
  }

  changePayee({ id }: PeerRow, payee: string): Promise<void> {
    return this.byHand('PUT', `${TRANSACTIONS}/${id}`, { transaction: { payee_name: payee } });
  }

  removePlace(): Promise<void> {
    return this.control('PUT', 'budgeta/household', { deleted: true });
  }

  async close(): Promise<void> {
    // The sandbox is the fixture's.
  }

  private fault(fault: Record<string, unknown>): Promise<void> {
    const writes = '^(POST|PATCH|DELETE) .*/transactions';
    return this.control('POST', 'faults', { target: 'budgeta', path: writes, ...fault });
  }

  private control(method: string, path: string, body?: unknown): Promise<void> {
    return callControl(this.sandbox, method, `/${path}`, body);
  }

  private byHand(method: string, path: string, body?: unknown): Promise<void> {
    const authorization = `Bearer ${this.sandbox.credentials.budgeta.token}`;
    return call(method, `${this.sandbox.budgetaUrl}${path}`, { authorization }, body);
  }
}

async function call(method: string, url: string, headers: Record<string, string>, body?: unknown) {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...json },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

function toPeerRow(row: LedgerRow): PeerRow {
  return {
    id: row.id,
    date: row.date,
    amount: (row.amount / 1000).toFixed(3),
    payee: row.payee ?? '',
    description: row.memo ?? '',
    booked: row.cleared !== 'uncleared',
  };
}

describeDestination({
  type: 'BUDGETA',
  abilities: {
    payeeCharsMax: 200,
    descriptionCharsMax: 500,
    decimalsMax: 3,
    largestAmount: '999999999.99',
    showsBooked: true,
    renewsAccess: true,
    misbehaves: MISBEHAVIOURS,
  },
  start: async (sandbox) => new BudgetaPeer(sandbox),
});
