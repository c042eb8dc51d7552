import { EventPayload, RetryTransfers, TransferLinkUpsertedV1, TransferLoggedV1 } from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../gateway-under-test';

interface Failure {
  readonly transferId: number;
  readonly error: string | null;
  readonly linkId?: number;
  readonly accountId?: number;
}

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let logId = 7000;

beforeEach(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('failures@example.org');
  token = await gateway.token({ userId });
  await gateway.publish(TransferLinkUpsertedV1, 17, link(8), link(9, { active: false }));
});
afterEach(() => gateway.stop());

type Link = EventPayload<typeof TransferLinkUpsertedV1>;

function link(id: number, changes: Partial<Link['document']> = {}): Link {
  const { document, ...sample } = TransferLinkUpsertedV1.sample;
  return { ...sample, id, userId, document: { ...document, ...changes } };
}

async function failed(...failures: readonly Failure[]): Promise<void> {
  for (const failure of failures) await gateway.publish(TransferLoggedV1, 17, logged(failure, 2));
}

function logged({ transferId, error, linkId = 8, accountId = 17 }: Failure, version: number) {
  const [entry] = TransferLoggedV1.sample.entries;
  if (!entry?.attempt) throw new Error('the sample has an attempt');
  logId += 1;
  const failure = error !== null;
  const attempt = { ...entry.attempt, id: logId, succeeded: !failure, error };
  return {
    financialAccountId: accountId,
    userId,
    entries: [
      {
        ...entry,
        transferId,
        transactionId: transferId + 1000,
        transferLinkId: linkId,
        version,
        status: failure ? ('FAILED' as const) : ('TRANSFERRED' as const),
        destinationState: failure ? ('ABSENT' as const) : ('PRESENT' as const),
        attempt,
      },
    ],
  };
}

const failures = async (by = token) => (await gateway.get('/transfer-logs/failures', by)).body.data as object;
const retry = (reason: string | null) =>
  gateway.request('/api/v1/transfer-logs/failures/retry', {
    method: 'POST',
    token,
    body: { reason, destination_type: 'BUDGETA' },
  });

describe('GET /transfer-logs/failures', () => {
  it('counts what fails now by its reason, the most frequent first', async () => {
    await failed(
      { transferId: 1, error: 'No such account.' },
      { transferId: 2, error: 'The token was revoked.' },
      { transferId: 3, error: 'No such account.', linkId: 9 },
      { transferId: 4, error: null },
    );
    expect(await failures()).toMatchObject({
      complete: true,
      failures: [
        { reason: 'No such account.', destination_type: 'BUDGETA', transfers: 2, transfer_links: ['8', '9'] },
        { reason: 'The token was revoked.', transfers: 1, transfer_links: ['8'] },
      ],
    });
  });

  it('counts a transfer by its last attempt, and not once it has succeeded or its link is deleted', async () => {
    await failed({ transferId: 1, error: 'Once.' }, { transferId: 2, error: 'Gone.', linkId: 9 });
    await gateway.publish(TransferLoggedV1, 17, logged({ transferId: 1, error: 'Twice.' }, 3));
    expect(await failures()).toMatchObject({ failures: [{ reason: 'Twice.' }, { reason: 'Gone.' }] });
    await gateway.publish(TransferLoggedV1, 17, logged({ transferId: 1, error: null }, 4));
    await gateway.publish(TransferLinkUpsertedV1, 17, { ...link(9), version: 99, deleted: true });
    expect(await failures()).toEqual({ complete: true, failures: [] });
  });

  it('shows a token only failures of its accounts', async () => {
    await failed({ transferId: 1, error: 'No.' }, { transferId: 2, error: 'Others.', accountId: 18 });
    const restricted = await gateway.token({ userId, scopes: ['transfer-links:read'], accountIds: [17] });
    expect(await failures(restricted)).toMatchObject({ failures: [{ reason: 'No.', transfers: 1 }] });
  });
});

describe('POST /transfer-logs/failures/retry', () => {
  it('retries what failed for that reason on links that carry, and reports what was refused', async () => {
    await failed(
      { transferId: 1, error: 'No such account.' },
      { transferId: 2, error: 'The token was revoked.' },
      { transferId: 3, error: 'No such account.', linkId: 9 },
      { transferId: 4, error: 'No such account.' },
    );
    const sent: number[] = [];
    const owner = await gateway.playOwner(
      fake(RetryTransfers, ({ transferLogIds }) => {
        sent.push(...transferLogIds);
        const results = transferLogIds.map((transferLogId, index) =>
          index === 0
            ? { transferLogId, success: true, message: 'Again.', error: null }
            : { transferLogId, success: false, message: 'Removed.', error: 'removed' as const },
        );
        return { results, logged: [] };
      }),
    );
    expect(await retry('No such account.')).toMatchObject({
      status: 200,
      body: {
        data: {
          retried: 1,
          refused: [{ error: 'removed', message: 'Removed.', transfers: 1 }],
          remaining: 0,
        },
      },
    });
    expect(sent).toHaveLength(2);
    await owner.stop();
  });

  it('sends nothing where nothing failed for that reason', async () => {
    expect(await retry('Something else.')).toMatchObject({
      status: 200,
      body: { data: { retried: 0, refused: [], remaining: 0 } },
    });
    expect(await retry('x'.repeat(501))).toMatchObject({ status: 422 });
  });
});
