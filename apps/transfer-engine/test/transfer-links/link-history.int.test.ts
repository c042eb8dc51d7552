import { LinkHistoryShapedV1, TransferLinkUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { TestUser } from '../test-user.fixture';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const publishShaped = (
  transferLinkId: number,
  historyVersion: number,
  transactionsTotal: number,
  complete: boolean,
) =>
  service.publish(LinkHistoryShapedV1, user.accountId, {
    transferLinkId,
    historyVersion,
    financialAccountId: user.accountId,
    userId: user.id,
    transactionsTotal,
    complete,
  });
const history = () => user.of(TransferLinkUpsertedV1).at(-1)?.document.history;
const shows = (expected: object) => eventually(() => expect(history()).toMatchObject(expected));

it('a link publishes the progress of its history, each time again; pausing and deleting stop it', async () => {
  const { link } = await user.linked();
  await shows({ state: 'WAITING', total: 0, carried: 0, finished_at: null });
  await publishShaped(link.id, 1, 5, false);
  await shows({ state: 'SHAPING', total: 5 });
  await user.fault({ kind: 'status', status: 404, path: 'POST' });
  await user.shape([1, 2].map((id) => shaped(id, [link.id])));
  await user.idle();
  await shows({ state: 'SHAPING', total: 5, carried: 2, failed: 2 });
  await user.shape([3, 4].map((id) => shaped(id, [link.id])));
  await publishShaped(link.id, 7, 9, true); // of another time
  await publishShaped(link.id, 1, 5, true);
  await shows({ state: 'COMPLETED', total: 4, carried: 4, failed: 2 });
  await publishShaped(link.id, 1, 5, false); // late
  expect(history()).toMatchObject({ state: 'COMPLETED' });

  const change = { transfer_link_id: link.id };
  await user.changeLink({ ...change, active: false });
  const again = await user.changeLink({ ...change, active: true });
  expect(again).toMatchObject({ historyVersion: 2, document: { history: { state: 'WAITING', total: 0 } } });
  await user.changeLink({ ...change, active: false });
  await shows({ state: 'STOPPED' });
  await user.changeLink({ ...change, active: true });
  const deleted = await user.deleteLink(link.id);
  expect(deleted).toMatchObject({ deleted: true, document: { history: { state: 'STOPPED' } } });
  await expect(user.deleteLink(link.id)).rejects.toThrow('Resource not found.');
});

it('an account without transactions: complete at once', async () => {
  const { link } = await user.linked();
  await publishShaped(link.id, 1, 0, true);
  await shows({ state: 'COMPLETED', total: 0 });
});
