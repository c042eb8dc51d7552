import { X509Certificate } from 'node:crypto';
import { SandboxFixture, type Json } from '../sandbox.fixture';
import { certificates } from '../../src/receiver/certificates';

const SECRET = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY';
const OTHER_SECRET = 'whsec_GBcWFRQTEhEQDw4NDAsKCQgHBgUEAwIB';

let fixture: SandboxFixture;

beforeAll(async () => {
  fixture = await SandboxFixture.start({ accounts: 1 });
});

afterAll(() => fixture.close());

const register = (name: string, behaviour?: unknown) =>
  fixture.control('PUT', `/receiver/${name}`, { secret: SECRET, behaviour });
const ledger = async (name: string) => (await fixture.control('GET', `/ledger/receiver/${name}`)).body;

describe('signatures', () => {
  test('a good one is 204 and in the ledger, and a repeat is counted under the same id', async () => {
    await register('good');
    expect((await fixture.deliver('good', SECRET, 'msg_1', created('7', ['1', '2']))).status).toBe(204);
    expect((await fixture.deliver('good', SECRET, 'msg_1', created('7', ['1', '2']))).status).toBe(204);
    await fixture.deliver('good', SECRET, 'msg_2', { ...created('7', ['2']), type: 'transactions.updated' });
    const { summary, ...rest } = await ledger('good');
    expect(summary).toEqual({
      deliveries: 3,
      last_arrival_at: expect.any(Number) as number,
      unique_ids: 2,
      accepted_ids: 2,
      repeated_ids: 1,
      bad_signatures: 0,
      requests_in_retry_after: 0,
      types: { 'transactions.created': 1, 'transactions.updated': 1 },
      transactions_created: { distinct: 2, received: 2 },
      transactions_updated: { distinct: 1, received: 1 },
    });
    expect(rest).toMatchObject({
      order_by_account: { '7': ['msg_1', 'msg_2'] },
      created: { '1': 1, '2': 1 },
      deliveries: [
        expect.objectContaining({
          webhook_id: 'msg_1',
          received: 2,
          transactions: [
            { id: '1', hash: 'h1', removed: false },
            { id: '2', hash: 'h2', removed: false },
          ],
        }),
        expect.objectContaining({ webhook_id: 'msg_2' }),
      ],
    });
  });

  test('a bad one is 401 and counted separately', async () => {
    await register('bad');
    expect((await fixture.deliver('bad', OTHER_SECRET, 'msg_1', created('7', ['1']))).status).toBe(401);
    expect((await ledger('bad'))['summary']).toMatchObject({ deliveries: 0, bad_signatures: 1 });
  });

  test('a name that was not registered is 404', async () => {
    expect((await fixture.deliver('nobody', SECRET, 'msg_1', {})).status).toBe(404);
  });
});

describe('behaviour', () => {
  test.each([
    [{ kind: 'status', status: 503, retry_after_s: 30 }, 503],
    [{ kind: 'redirect', location: 'http://127.0.0.1/' }, 302],
    ['gone', 410],
    [{ kind: 'slow', delay_ms: 1 }, 204],
  ])('%j answers %i', async (behaviour, status) => {
    await register('manners', behaviour);
    expect((await fixture.deliver('manners', SECRET, `msg_${status}`, created('1', ['1']))).status).toBe(
      status,
    );
  });

  test('a refusal is not accepted, and clients that retry before Retry-After are counted', async () => {
    await register('refusing', { kind: 'status', status: 429, retry_after_s: 60 });
    const first = await fixture.deliver('refusing', SECRET, 'msg_1', created('1', ['1']));
    expect(first.headers['retry-after']).toBe('60');
    await fixture.deliver('refusing', SECRET, 'msg_1', created('1', ['1']));
    expect((await ledger('refusing'))['summary']).toMatchObject({
      deliveries: 2,
      accepted_ids: 0,
      requests_in_retry_after: 1,
    });
  });

  test('flapping alternates between failing and accepting', async () => {
    await register('flapping', { kind: 'flapping', failures: 2 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await fixture.deliver('flapping', SECRET, 'msg_1', created('1', ['1']))).status);
    }
    expect(statuses).toEqual([503, 503, 204, 503, 503, 204]);
  });

  test('faults apply to the receiver, too: the delivery is recorded and the answer lost', async () => {
    await register('lossy');
    await fixture.control('POST', '/faults', {
      target: 'receiver',
      path: '/hooks/lossy',
      kind: 'drop_after_accept',
    });
    await expect(fixture.deliver('lossy', SECRET, 'msg_1', created('1', ['1']))).rejects.toThrow();
    expect((await ledger('lossy'))['summary']).toMatchObject({ deliveries: 1 });
  });

  test('an unknown behaviour is 400, and so is a missing secret', async () => {
    expect((await register('odd', 'dance')).status).toBe(400);
    expect((await fixture.control('PUT', '/receiver/fresh', { behaviour: 'ok' })).status).toBe(400);
  });
});

describe('the certificate', () => {
  test('is signed by the authority, for the loopback names', async () => {
    const tls = await certificates(undefined);
    const authority = new X509Certificate(tls.caCertificate);
    const server = new X509Certificate(tls.certificate);
    expect(authority.ca).toBe(true);
    expect(server.verify(authority.publicKey)).toBe(true);
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkHost('localhost')).toBe('localhost');
  });

  test('is not trusted by a client that trusts another authority', async () => {
    const { caCertificate } = await certificates(undefined);
    await expect(fixture.deliver('good', SECRET, 'msg_9', {}, caCertificate)).rejects.toThrow();
  });
});

function created(account: string, ids: string[]): Json {
  return {
    id: 'evt',
    type: 'transactions.created',
    payload_version: 'v2',
    data: {
      financial_account: { id: account },
      transactions: ids.map((id) => ({ id, shaped_hash: `h${id}` })),
    },
  };
}
