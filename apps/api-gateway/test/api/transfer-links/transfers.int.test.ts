import {
  CreateTransferLinks,
  DeleteTransferLinks,
  DriftCheckUpsertedV1,
  EventPayload,
  Problem,
  RetryTransfers,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
  UndoTransfers,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('transfers@example.org');
  token = await gateway.token({ userId });
  await gateway.publish(TransferLinkUpsertedV1, 17, link(8));
  await gateway.publish(TransferLoggedV1, 17, logged(7001, 1), logged(7002, 2, false));
});
afterAll(() => gateway.close());

const history = {
  state: 'CARRYING' as const,
  total: 1200,
  carried: 400,
  failed: 3,
  started_at: '2026-03-02T06:10:00.000Z',
  finished_at: null,
};

function link(id: number): EventPayload<typeof TransferLinkUpsertedV1> {
  const { document, ...sample } = TransferLinkUpsertedV1.sample;
  return { ...sample, id, userId, document: { ...document, history, balance: null } };
}

const done = (id: number) => ({ transferLinkId: id, link: link(id), refusal: null });

function logged(
  logId: number,
  transferId: number,
  succeeded = true,
  version = 2,
): EventPayload<typeof TransferLoggedV1> {
  const [entry] = TransferLoggedV1.sample.entries;
  if (!entry?.attempt) throw new Error('the sample has an attempt');
  return {
    financialAccountId: 17,
    userId,
    entries: [
      {
        ...entry,
        transferId,
        version,
        status: succeeded ? 'TRANSFERRED' : 'FAILED',
        destinationState: succeeded ? 'PRESENT' : 'ABSENT',
        attempt: { ...entry.attempt, id: logId, succeeded, error: succeeded ? null : 'No such account.' },
      },
    ],
  };
}

const body = { financial_account_id: 17, destination_type: 'BUDGETA', destination_id: '12' };
const send = (method: string, path: string, json: object = {}) =>
  gateway.request(`/api/v1${path}`, { method, token, body: json });

describe('transfer links', () => {
  it('show the progress of their history, and are listed by it', async () => {
    expect((await gateway.get('/transfer-links/8', token)).body.data).toMatchObject({
      history,
      balance: null,
    });
    const found = await gateway.list('/transfer-links?filter[history_state]=CARRYING', token);
    expect(found.body.data).toMatchObject([{ id: '8' }]);
    const none = await gateway.list('/transfer-links?filter[active]=false', token);
    expect(none.body.data).toEqual([]);
  });

  it('alone embed what is included as the list does, and all that may be read without it', async () => {
    const names = ['financial_account', 'destination', 'rules'];
    const embedded = async (query: string) => {
      const { data } = (await gateway.get(`/transfer-links/8${query}`, token)).body as { data: object };
      return names.filter((name) => name in data);
    };
    expect(await embedded('')).toEqual(names);
    for (const include of names) {
      expect(await embedded(`?include=${include}`)).toEqual([include]);
      const { body } = await gateway.list(`/transfer-links?filter[id]=8&include=${include}`, token);
      expect((await gateway.get(`/transfer-links/8?include=${include}`, token)).body.data).toEqual(
        body.data[0],
      );
    }
    const linksOnly = await gateway.token({ userId, scopes: ['transfer-links:read'] });
    expect((await gateway.get('/transfer-links/8?include=rules', linksOnly)).status).toBe(403);
    expect((await gateway.get('/transfer-links/8?include=nope', token)).status).toBe(422);
  });

  it('are created; a mistake is reported by its field', async () => {
    const taken = await gateway.playOwner(fake(CreateTransferLinks, () => ({ results: [done(9)] })));
    const created = await send('POST', '/transfer-links', body);
    expect(created).toMatchObject({
      status: 201,
      body: { message: 'Transfer link created.', data: { id: '9', active: 'true' } },
    });
    await taken.stop();
    const refusing = await gateway.playOwner(
      fake(CreateTransferLinks, () => {
        throw Problem.invalid({ destination_id: ['The account is already linked.'] });
      }),
    );
    expect(await send('POST', '/transfer-links', body)).toMatchObject({
      status: 422,
      body: { errors: { destination_id: ['The account is already linked.'] } },
    });
    await refusing.stop();
    expect(await send('POST', '/transfer-links', {})).toMatchObject({ status: 422 });
  });
});

describe('several transfer links at once', () => {
  const refusal = {
    kind: 'invalid' as const,
    message: 'The account is already linked.',
    errors: { destination_id: ['The account is already linked.'] },
  };
  const missing = { kind: 'not_found' as const, message: 'Resource not found.', errors: {} };

  it('are created, each with its outcome', async () => {
    const owner = await gateway.playOwner(
      fake(CreateTransferLinks, ({ links }) => {
        expect(links).toMatchObject([{ financial_account_id: 17, active: true }, { active: false }]);
        return { results: [done(21), { transferLinkId: null, link: null, refusal }] };
      }),
    );
    const transfer_links = [body, { ...body, active: false }];
    expect(await send('POST', '/transfer-links/bulk', { transfer_links })).toMatchObject({
      status: 200,
      body: {
        message: 'Transfer links created.',
        data: {
          results: [
            { transfer_link_id: '21', success: true, data: { id: '21' }, error: null, errors: {} },
            { transfer_link_id: null, success: false, data: null, error: 'invalid', errors: refusal.errors },
          ],
        },
      },
    });
    await owner.stop();
    expect((await gateway.get('/transfer-links/21', token)).status).toBe(200);
  });

  it('are updated by their ids: only what was sent; a mistake is named by its position', async () => {
    const owner = await gateway.playOwner(
      fake(UpdateTransferLinks, ({ changes }) => {
        expect(changes).toEqual([
          { transfer_link_id: 22, active: false },
          { transfer_link_id: 23, sync_mode: 'BALANCE' },
        ]);
        return { results: [done(22), { transferLinkId: 23, link: null, refusal: missing }] };
      }),
    );
    const transfer_links = [
      { id: '22', active: false },
      { id: 23, sync_mode: 'BALANCE' },
    ];
    expect(await send('PUT', '/transfer-links/bulk', { transfer_links })).toMatchObject({
      status: 200,
      body: { data: { results: [{ success: true }, { transfer_link_id: '23', error: 'not_found' }] } },
    });
    await owner.stop();
    const wrong = await send('PUT', '/transfer-links/bulk', { transfer_links: [{ id: 22 }, { id: 'x' }] });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { 'transfer_links.1.id': [expect.any(String) as string] } },
    });
  });

  it('are deleted; at most 500 at once', async () => {
    const owner = await gateway.playOwner(
      fake(DeleteTransferLinks, ({ transfer_link_ids }) => {
        expect(transfer_link_ids).toEqual([21, 22]);
        const gone = { ...link(21), version: 1000, deleted: true };
        return {
          results: [
            { transferLinkId: 21, link: gone, refusal: null },
            { transferLinkId: 22, link: null, refusal: missing },
          ],
        };
      }),
    );
    const answer = await send('DELETE', '/transfer-links/bulk', { transfer_link_ids: [21, '22', 21] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          results: [
            { transfer_link_id: '21', success: true, message: 'Transfer link deleted.', data: null },
            { transfer_link_id: '22', success: false },
          ],
        },
      },
    });
    await owner.stop();
    expect((await gateway.get('/transfer-links/21', token)).status).toBe(404);
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    expect((await send('DELETE', '/transfer-links/bulk', { transfer_link_ids: many })).status).toBe(422);
    expect((await send('DELETE', '/transfer-links/bulk', { transfer_link_ids: [] })).status).toBe(422);
  });
});

describe('transfer logs', () => {
  it('are found by their fields and by the current state of the row', async () => {
    const ids = async (filter: string) =>
      (await gateway.list(`/transfer-logs?${filter}`, token)).body.data.map((log) => log.id);
    expect(await ids('sort=id')).toEqual(['7001', '7002']);
    expect(await ids('filter[status]=FAILED')).toEqual(['7002']);
    expect(await ids('filter[transfer_status]=TRANSFERRED')).toEqual(['7001']);
    expect(await ids('filter[destination_state]=ABSENT')).toEqual(['7002']);
    expect(await ids('filter[destination_type]=SHEETS')).toEqual([]);
    expect(await ids('filter[transfer_link_id]=8&filter[destination_id]=12&sort=id')).toHaveLength(2);
    expect(await ids('filter[created_after]=2026-03-03')).toEqual([]);
    expect((await gateway.get('/transfer-logs/7002', token)).body.data).toMatchObject({
      destination_type: 'BUDGETA',
      destination_id: '12',
      error: 'No such account.',
      transfer_status: 'FAILED',
    });
  });

  it('alone embed their link where it is included, as the list does', async () => {
    const { body } = await gateway.list('/transfer-logs?filter[id]=7002&include=transfer_link', token);
    const alone = await gateway.get('/transfer-logs/7002?include=transfer_link', token);
    expect(alone.body.data).toEqual(body.data[0]);
    expect(alone.body.data).toMatchObject({ transfer_link: { id: '8' } });
    expect((await gateway.get('/transfer-logs/7002', token)).body.data).not.toHaveProperty('transfer_link');
  });

  it('are retried and undone; the caller reads the result, and gets 409 if no log qualifies', async () => {
    const pending = logged(0, 2, false, 3);
    const entries = pending.entries.map((entry) => ({ ...entry, status: 'PENDING' as const, attempt: null }));
    const played = await gateway.playOwner(
      fake(RetryTransfers, ({ transferLogIds }) => ({
        results: transferLogIds.map((transferLogId) => ({
          transferLogId,
          success: true,
          message: 'The transfer is tried again.',
          error: null,
        })),
        logged: [{ ...pending, entries }],
      })),
      fake(UndoTransfers, ({ transferLogIds }) => ({
        results: transferLogIds.map((transferLogId) => ({
          transferLogId,
          success: false,
          message: 'Nothing to be removed.',
          error: 'not_undoable' as const,
        })),
        logged: [],
      })),
    );
    expect(await send('POST', '/transfer-logs/7002/retry')).toMatchObject({
      status: 200,
      body: { data: { id: '7002', status: 'FAILED', transfer_status: 'PENDING' } },
    });
    expect(await send('POST', '/transfer-logs/7002/undo')).toMatchObject({
      status: 409,
      body: { message: 'Nothing to be removed.' },
    });
    expect(await send('PUT', '/transfer-logs/undo-bulk', { transferLogIds: [7001, '7002'] })).toMatchObject({
      status: 200,
      body: {
        message: 'Bulk undo completed.',
        data: { results: [{ transfer_log_id: '7001', error: 'not_undoable' }, { transfer_log_id: '7002' }] },
      },
    });
    expect(await send('PUT', '/transfer-logs/retry-bulk', { transferLogIds: [] })).toMatchObject({
      status: 422,
    });
    await played.stop();
  });
});

it('a drift check with its differences; a link that the token was not granted is not found', async () => {
  const { sample } = DriftCheckUpsertedV1;
  await gateway.publish(DriftCheckUpsertedV1, 8, { ...sample, userId });
  const path = '/transfer-links/8/drift-checks';
  expect((await gateway.list(path, token)).body.data).toMatchObject([{ id: '2', status: 'COMPLETED' }]);
  const found = await gateway.list(`${path}/2/differences?filter[kind]=CHANGED`, token);
  expect(found.body.data).toMatchObject([{ place: 1, fields: ['payee'], held: { payee: 'Coffee' } }]);
  const restricted = await gateway.token({ userId, accountIds: [99] });
  expect((await gateway.get(`${path}/2`, restricted)).status).toBe(404);
  expect((await gateway.get(path, restricted)).status).toBe(404);
  expect((await gateway.list('/transfer-logs', restricted)).body.data).toEqual([]);
});
