import {
  DeleteTransferLink,
  LinkHistoryShapedV1,
  TransferLinkUpsertedV1,
  UpdateTransferLink,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { ACCOUNT_ID, shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());

const publishShaped = (
  transferLinkId: number,
  historyVersion: number,
  transactionsTotal: number,
  complete: boolean,
) =>
  fixture.publish(LinkHistoryShapedV1, ACCOUNT_ID, {
    transferLinkId,
    historyVersion,
    financialAccountId: ACCOUNT_ID,
    userId: 1,
    transactionsTotal,
    complete,
  });
const history = () => fixture.of(TransferLinkUpsertedV1).at(-1)?.document.history;
const shows = (expected: object) => eventually(() => expect(history()).toMatchObject(expected));

it('a link publishes the progress of its history, each time again; pausing and deleting stop it', async () => {
  const { link } = await fixture.linked();
  await shows({ state: 'WAITING', total: 0, carried: 0, finished_at: null });
  await publishShaped(link.id, 1, 5, false);
  await shows({ state: 'SHAPING', total: 5 });
  await fixture.fault({ kind: 'status', status: 404, path: 'POST' });
  await fixture.shape([1, 2].map((id) => shaped(id, [link.id])));
  await fixture.idle();
  await shows({ state: 'SHAPING', total: 5, carried: 2, failed: 2 });
  await fixture.shape([3, 4].map((id) => shaped(id, [link.id])));
  await publishShaped(link.id, 7, 9, true); // of another time
  await publishShaped(link.id, 1, 5, true);
  await shows({ state: 'COMPLETED', total: 4, carried: 4, failed: 2 });
  await publishShaped(link.id, 1, 5, false); // late
  expect(history()).toMatchObject({ state: 'COMPLETED' });

  const change = { transferLinkId: link.id };
  await fixture.send(UpdateTransferLink, { ...change, active: false });
  const again = await fixture.send(UpdateTransferLink, { ...change, active: true });
  expect(again).toMatchObject({ historyVersion: 2, document: { history: { state: 'WAITING', total: 0 } } });
  await fixture.send(UpdateTransferLink, { ...change, active: false });
  await shows({ state: 'STOPPED' });
  await fixture.send(UpdateTransferLink, { ...change, active: true });
  const deleted = await fixture.send(DeleteTransferLink, change);
  expect(deleted).toMatchObject({ deleted: true, document: { history: { state: 'STOPPED' } } });
  await expect(fixture.send(DeleteTransferLink, change)).rejects.toThrow('Resource not found.');
});

it('an account without transactions: complete at once', async () => {
  const { link } = await fixture.linked();
  await publishShaped(link.id, 1, 0, true);
  await shows({ state: 'COMPLETED', total: 0 });
});
