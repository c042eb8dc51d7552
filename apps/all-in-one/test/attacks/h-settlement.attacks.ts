import { eventually } from '@tributary/testing';
import { createServer, RequestListener, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import type { AttackedSystem, AttackedUser } from './attacked-system';

/** The limit of a trivial request; it is long because the machine is shared with other tests. */
const HEALTH_WITHIN_MS = 2000;
const ENTRIES = 2_000;
const STORED_WITHIN_MS = 240_000;

const DAY_S = 86_400;
/** Noon two days ago, which is the same day in all time zones of the test. */
const THEN = Math.floor(Date.now() / 1000 / DAY_S - 2) * DAY_S + DAY_S / 2;

/** Section A of docs/explanation/security.md: identical pending and booked entries of a user's own server. */
export function stoppingWithSettlements(system: () => AttackedSystem): void {
  let owner: AttackedUser;
  let server: Server;
  let rows: readonly object[] = [];

  beforeAll(async () => {
    owner = await system().user('h-settlement');
    server = createServer(simpleFin(() => rows)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it(`A.3: ${ENTRIES} pending and ${ENTRIES} booked entries of a user’s own server hold up nobody`, async () => {
    rows = entries((at) => ({ id: `p${at}`, posted: 0, transacted_at: THEN, pending: true }));
    const connection = await connect();
    await total(ENTRIES, 'filter[booked]=false');
    rows = entries((at) => ({ id: `b${at}`, posted: THEN, transacted_at: THEN }));
    const waited = await system().waitedDuring(async () => {
      await system().data('POST', `/finance/connections/${connection}/sync`, owner.token, {});
      await total(ENTRIES, 'filter[booked]=true');
    });
    expect(waited).toBeLessThan(HEALTH_WITHIN_MS);
    // Each booked entry settled a pending one.
    await total(ENTRIES, '');
  });

  async function connect(): Promise<string> {
    const { port } = server.address() as AddressInfo;
    const institution = await eventually(async () => {
      const list = '/finance/institutions?filter[external_id]=SIMPLEFIN';
      const [found] = await system().data<{ id: string }[]>('GET', list, owner.token);
      if (!found) throw new Error('the institution is not listed yet');
      return found;
    });
    const { id } = await system().data<{ id: string }>('POST', '/finance/connections', owner.token, {
      institution_id: institution.id,
      setup_token: Buffer.from(`http://127.0.0.1:${port}/claim`).toString('base64'),
      config: { sync_pending_transactions: true },
    });
    return id;
  }

  function total(expected: number, filter: string): Promise<void> {
    return eventually(
      async () => {
        const path = `/finance/transactions?page[size]=1&${filter}`;
        const { body } = await system().rest('GET', path, owner.token);
        const { total: found } = body['meta'] as { readonly total: number };
        if (found !== expected) throw new Error(`${found} of ${expected} transactions are there`);
      },
      { timeoutMs: STORED_WITHIN_MS },
    );
  }
}

function entries(changes: (at: number) => object): object[] {
  const common = { amount: '-1.00', description: 'Kiosk Seven', payee: 'Kiosk Seven' };
  return Array.from({ length: ENTRIES }, (_, at) => ({ ...common, ...changes(at) }));
}

/** A SimpleFIN server with one account. */
function simpleFin(rows: () => readonly object[]): RequestListener {
  return (request, response) => {
    if (request.method === 'POST') {
      response.end(`http://user:secret@${request.headers.host ?? ''}`);
      return;
    }
    const account = {
      id: 'ACT-1',
      name: 'Account',
      currency: 'EUR',
      balance: '100.00',
      'balance-date': THEN,
      org: { domain: 'mine.example', 'sfin-url': 'https://mine.example' },
      transactions: request.url?.includes('balances-only') ? [] : rows(),
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ errors: [], accounts: [account] }));
  };
}
