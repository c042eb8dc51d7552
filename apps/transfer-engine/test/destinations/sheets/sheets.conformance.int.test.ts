import { ConnectDestination } from '@tributary/contracts';
import { callControl, Sandbox } from '@tributary/sandbox';
import { generateKeyPairSync } from 'node:crypto';
import { TransferEngineFixture } from '../../transfer-engine.fixture';
import { Misbehaviour, Peer, PeerRow } from '../conformance/conformance-subject';
import { describeDestination } from '../conformance/destination.conformance';
import { connectByLink } from '../granted-access';

type Cell = string | number | boolean | null;

interface Ledger {
  readonly spreadsheets: readonly {
    id: string;
    tabs: readonly { sheet_id: number; title: string; rows: Cell[][] }[];
  }[];
}

const TIMEOUT_MS = 1000;
const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);
const COLUMNS = ['Transaction ID', 'Date', 'Amount', 'Payee', 'Description', 'Status'];
const MINE = { title: 'Mine', tabs: ['Money'] };

type Way = 'a key' | 'a link';

/** A spreadsheet of the household's at the sandbox, shared with its service account. */
class SheetsPeer implements Peer {
  readonly wrongSecret: string;
  readonly wrongCredentials: Peer['wrongCredentials'];

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly spreadsheetId: string,
    private readonly way: Way,
  ) {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    this.wrongSecret = privateKey.split('\n')[1] ?? '';
    this.wrongCredentials = this.credentials({ private_key: privateKey });
  }

  static async start(sandbox: Sandbox, way: Way): Promise<SheetsPeer> {
    const made = await callControl<{ spreadsheet_id: string }>(sandbox, 'POST', '/sheets/spreadsheets', MINE);
    return new SheetsPeer(sandbox, made.spreadsheet_id, way);
  }

  configure: Peer['configure'] = (config) => ({
    ...config,
    destinations: {
      ...config.destinations,
      SHEETS: { ...config.destinations.SHEETS, requestTimeoutMs: TIMEOUT_MS },
    },
  });

  connect(fixture: TransferEngineFixture) {
    const { spreadsheets } = this.credentials();
    if (this.way === 'a link') return connectByLink(fixture, 'SHEETS', { spreadsheets });
    return fixture.send(ConnectDestination, { name: 'Mine', credentials: this.credentials() });
  }

  async rows(): Promise<PeerRow[]> {
    const [header = [], ...rows] = await this.cells();
    const places = COLUMNS.map((column) => header.indexOf(column));
    return rows.map((row) => toPeerRow(places.map((place) => row[place] ?? null)));
  }

  misbehave(how: Misbehaviour): Promise<void> {
    switch (how) {
      case 'refuse-access':
        if (this.way === 'a link') return callControl(this.sandbox, 'POST', '/sheets/grants/revoke');
        return this.fault({ kind: 'status', status: 401, times: null, path: '' });
      case 'end-access':
        return callControl(this.sandbox, 'POST', '/sheets/tokens/expire');
      case 'too-many-requests':
        return this.fault({ kind: 'status', status: 429, retry_after_s: 1 });
      case 'fail':
        return this.fault({ kind: 'status', status: 500 });
      case 'silence-after-write':
        return this.fault({ kind: 'timeout_after_accept', delay_ms: 3 * TIMEOUT_MS });
      case 'break-after-write':
        return this.fault({ kind: 'drop_after_accept' });
      case 'half-a-batch':
        throw new Error('a batch is carried out as a whole or not at all');
      default: {
        const unknown: never = how;
        return unknown;
      }
    }
  }

  calm(): Promise<void> {
    return callControl(this.sandbox, 'DELETE', '/faults');
  }

  async deleteRow({ id }: PeerRow): Promise<void> {
    const row = await this.placeOf(id);
    const range = { sheetId: 0, dimension: 'ROWS', startIndex: row, endIndex: row + 1 };
    await this.byHand('requests', { requests: [{ deleteDimension: { range } }] });
  }

  async changePayee({ id }: PeerRow, payee: string): Promise<void> {
    await this.byHand('typed', { range: `Money!E${(await this.placeOf(id)) + 1}`, values: [[payee]] });
  }

  removePlace(): Promise<void> {
    return callControl(this.sandbox, 'DELETE', `/sheets/spreadsheets/${this.spreadsheetId}`);
  }

  async close(): Promise<void> {
    // The sandbox is the fixture's.
  }

  private credentials(other: { private_key?: string } = {}) {
    const key = { ...this.sandbox.credentials.sheets, ...other };
    return {
      type: 'SHEETS' as const,
      serviceAccountKey: JSON.stringify(key),
      spreadsheets: [`https://docs.google.com/spreadsheets/d/${this.spreadsheetId}/edit`],
    };
  }

  private async cells(): Promise<Cell[][]> {
    const { spreadsheets } = await callControl<Ledger>(this.sandbox, 'GET', '/ledger/sheets');
    const tabs = spreadsheets.find(({ id }) => id === this.spreadsheetId)?.tabs;
    return tabs?.find(({ sheet_id: id }) => id === 0)?.rows ?? [];
  }

  private async placeOf(key: string): Promise<number> {
    return (await this.cells()).findIndex(([first]) => first === key);
  }

  private byHand(how: 'requests' | 'typed', body: object): Promise<void> {
    return callControl(this.sandbox, 'POST', `/sheets/spreadsheets/${this.spreadsheetId}/${how}`, body);
  }

  private fault(fault: Record<string, unknown>): Promise<void> {
    return callControl(this.sandbox, 'POST', '/faults', { target: 'sheets', path: ':batchUpdate', ...fault });
  }
}

function toPeerRow([key, date, amount, payee, description, status]: readonly (Cell | undefined)[]): PeerRow {
  return {
    id: String(key),
    date: new Date(EPOCH_MS + Number(date) * DAY_MS).toISOString().slice(0, 10),
    amount: String(amount),
    payee: String(payee ?? ''),
    description: String(description ?? ''),
    booked: status === 'booked',
  };
}

describe.each<Way>(['a key', 'a link'])('connected by %s', (way) =>
  describeDestination({
    type: 'SHEETS',
    by: way,
    partsByDefault: 4,
    abilities: {
      payeeCharsMax: null,
      descriptionCharsMax: null,
      decimalsMax: null,
      largestAmount: '9999999999999.99',
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
    sandbox: { sheetsLimits: { perProject: 100_000, perUser: 100_000 } },
    start: (sandbox) => SheetsPeer.start(sandbox, way),
  }),
);
