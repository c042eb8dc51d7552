import { ConnectDestination } from '@tributary/contracts';
import { callControl, Sandbox } from '@tributary/sandbox';
import { TransferEngineFixture } from '../../transfer-engine.fixture';
import { Misbehaviour, Peer, PeerRow } from '../conformance/conformance-subject';
import { describeDestination } from '../conformance/destination.conformance';
import { connectByLink } from '../granted-access';

interface LedgerPage {
  readonly id: string;
  readonly in_trash: boolean;
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

interface Ledger {
  readonly data_sources: readonly { id: string; pages: readonly LedgerPage[] }[];
}

const TIMEOUT_MS = 1000;

type Way = 'a secret' | 'a link';

/** The one data source that the sandbox's workspace shares with its integrations. */
class WorkspacePeer implements Peer {
  readonly wrongSecret = 'ntn_secret_of_nobody';
  readonly wrongCredentials = { type: 'WORKSPACE', accessToken: this.wrongSecret } as const;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly way: Way,
  ) {}

  configure: Peer['configure'] = (config) => ({
    ...config,
    destinations: {
      ...config.destinations,
      WORKSPACE: { ...config.destinations.WORKSPACE, requestTimeoutMs: TIMEOUT_MS },
    },
  });

  connect(fixture: TransferEngineFixture) {
    if (this.way === 'a link') return connectByLink(fixture, 'WORKSPACE');
    const accessToken = this.sandbox.credentials.workspace.token;
    return fixture.send(ConnectDestination, {
      name: 'Mine',
      credentials: { type: 'WORKSPACE', accessToken },
    });
  }

  async rows(): Promise<PeerRow[]> {
    const { data_sources } = await this.control<Ledger>('GET', 'ledger/workspace');
    return data_sources.flatMap(({ pages }) => pages.filter((page) => !page.in_trash).map(toPeerRow));
  }

  misbehave(how: Misbehaviour): Promise<void> {
    switch (how) {
      case 'refuse-access':
        if (this.way === 'a link') return this.control('POST', 'workspace/tokens/revoke');
        return this.fault({ kind: 'status', status: 401, times: null, path: '' });
      case 'too-many-requests':
        return this.fault({ kind: 'status', status: 429, retry_after_s: 1 });
      case 'fail':
        return this.fault({ kind: 'status', status: 500 });
      case 'silence-after-write':
        return this.fault({ kind: 'timeout_after_accept', delay_ms: 3 * TIMEOUT_MS });
      case 'break-after-write':
        return this.fault({ kind: 'drop_after_accept' });
      case 'end-access':
        if (this.way === 'a link') return this.control('POST', 'workspace/tokens/expire');
        throw new Error('the secret of an integration does not run out');
      case 'half-a-batch':
        throw new Error('pages are written one by one');
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
    return this.control('PATCH', `workspace/pages/${id}`, { in_trash: true });
  }

  changePayee({ id }: PeerRow, payee: string): Promise<void> {
    const properties = { Name: { title: [{ text: { content: payee } }] } };
    return this.control('PATCH', `workspace/pages/${id}`, { properties });
  }

  async removePlace(): Promise<void> {
    const { data_sources } = await this.control<Ledger>('GET', 'ledger/workspace');
    for (const { id } of data_sources)
      await this.control('PATCH', `workspace/data-sources/${id}`, { shared: false });
  }

  async close(): Promise<void> {
    // The sandbox is the fixture's.
  }

  private fault(fault: Record<string, unknown>): Promise<void> {
    const writes = '^(POST|PATCH) /workspace/v1/pages';
    return this.control('POST', 'faults', { target: 'workspace', path: writes, ...fault });
  }

  private control<T = void>(method: string, path: string, body?: object): Promise<T> {
    return callControl<T>(this.sandbox, method, `/${path}`, body);
  }
}

function toPeerRow({ id, values }: LedgerPage): PeerRow {
  const { Name, Date: date, Amount, Description, Booked } = values;
  return {
    id,
    date: typeof date === 'string' ? date : null,
    // A number would not keep the digits of the largest amounts: they stand as a text beside it.
    amount: String(values['Exact amount'] ?? Amount),
    payee: String(Name ?? ''),
    description: String(Description ?? ''),
    booked: Booked === true,
  };
}

describe.each<[Way, readonly Misbehaviour[]]>([
  ['a secret', []],
  ['a link', ['end-access']],
])('connected by %s', (way, further) =>
  describeDestination({
    type: 'WORKSPACE',
    by: way,
    partsByDefault: 4,
    abilities: {
      payeeCharsMax: 2000,
      descriptionCharsMax: null,
      decimalsMax: null,
      largestAmount: '9999999999999.99',
      showsBooked: true,
      renewsAccess: way === 'a link',
      misbehaves: [
        'refuse-access',
        'too-many-requests',
        'fail',
        'silence-after-write',
        'break-after-write',
        ...further,
      ],
    },
    sandbox: { workspacePerSecond: 100_000 },
    start: async (sandbox) => new WorkspacePeer(sandbox, way),
  }),
);
