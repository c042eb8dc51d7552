import { EventPayload, RetryTransfers, TransferLinkUpsertedV1, TransferLoggedV1 } from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

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
/** Each test has a user with two links, of which the second is inactive, and accounts and transfers of its own. */
let tests = 0;
const own = (id: number) => tests * 100 + id;
const [LINK, INACTIVE, ACCOUNT, OTHER_ACCOUNT] = [8, 9, 17, 18];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  tests += 1;
  userId = await gateway.user(`failures-${tests}@example.org`);
  token = await gateway.token({ userId });
  await gateway.publish(TransferLinkUpsertedV1, own(ACCOUNT), link(LINK), link(INACTIVE, { active: false }));
});

type Link = EventPayload<typeof TransferLinkUpsertedV1>;

function link(id: number, changes: Partial<Link['document']> = {}): Link {
  const { document, ...sample } = TransferLinkUpsertedV1.sample;
  return {
    ...sample,
    id: own(id),
    userId,
    document: { ...document, financial_account_id: own(ACCOUNT), ...changes },
  };
}

async function failed(...failures: readonly Failure[]): Promise<void> {
  for (const failure of failures) await gateway.publish(TransferLoggedV1, own(ACCOUNT), logged(failure, 2));
}

function logged({ transferId, error, linkId = LINK, accountId = ACCOUNT }: Failure, version: number) {
  const [entry] = TransferLoggedV1.sample.entries;
  if (!entry?.attempt) throw new Error('the sample has an attempt');
  logId += 1;
  const failure = error !== null;
  const attempt = { ...entry.attempt, id: logId, succeeded: !failure, error };
  return {
    financialAccountId: own(accountId),
    userId,
    entries: [
      {
        ...entry,
        transferId: own(transferId),
        transactionId: own(transferId),
        transferLinkId: own(linkId),
        version,
        status: failure ? ('FAILED' as const) : ('TRANSFERRED' as const),
        destinationState: failure ? ('ABSENT' as const) : ('PRESENT' as const),
        attempt,
      },
    ],
  };
}

const ids = (...of: number[]) => of.map((id) => String(own(id)));
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
      { transferId: 3, error: 'No such account.', linkId: INACTIVE },
      { transferId: 4, error: null },
    );
    expect(await failures()).toMatchObject({
      complete: true,
      failures: [
        {
          reason: 'No such account.',
          destination_type: 'BUDGETA',
          transfers: 2,
          transfer_links: ids(LINK, INACTIVE),
        },
        { reason: 'The token was revoked.', transfers: 1, transfer_links: ids(LINK) },
      ],
    });
  });

  it('counts a transfer by its last attempt, and not once it has succeeded or its link is deleted', async () => {
    await failed({ transferId: 1, error: 'Once.' }, { transferId: 2, error: 'Gone.', linkId: INACTIVE });
    await gateway.publish(TransferLoggedV1, own(ACCOUNT), logged({ transferId: 1, error: 'Twice.' }, 3));
    expect(await failures()).toMatchObject({ failures: [{ reason: 'Twice.' }, { reason: 'Gone.' }] });
    await gateway.publish(TransferLoggedV1, own(ACCOUNT), logged({ transferId: 1, error: null }, 4));
    await gateway.publish(TransferLinkUpsertedV1, own(ACCOUNT), {
      ...link(INACTIVE),
      version: 99,
      deleted: true,
    });
    expect(await failures()).toEqual({ complete: true, failures: [] });
  });

  it('shows a token only failures of its accounts', async () => {
    await failed(
      { transferId: 1, error: 'No.' },
      { transferId: 2, error: 'Others.', accountId: OTHER_ACCOUNT },
    );
    const restricted = await gateway.token({
      userId,
      scopes: ['transfer-links:read'],
      accountIds: [own(ACCOUNT)],
    });
    expect(await failures(restricted)).toMatchObject({ failures: [{ reason: 'No.', transfers: 1 }] });
  });
});

describe('POST /transfer-logs/failures/retry', () => {
  it('retries what failed for that reason on links that carry, and reports what was refused', async () => {
    await failed(
      { transferId: 1, error: 'No such account.' },
      { transferId: 2, error: 'The token was revoked.' },
      { transferId: 3, error: 'No such account.', linkId: INACTIVE },
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
