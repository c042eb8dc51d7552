import { RetryTransferLink, RetryTransfers, UndoTransfers } from '@tributary/contracts';
import { deleteOldRows } from '@tributary/persistence';
import { eventually } from '@tributary/testing';
import { TestUser } from '../test-user.fixture';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';
import { LOGS } from '../../src/transfers/transfers.store';

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

const newestLog = () => Math.max(...user.logged().map((entry) => entry.attempt?.id ?? 0));
const logOf = (transactionId: number) =>
  user.logged().findLast((entry) => entry.transactionId === transactionId)?.attempt?.id ?? 0;
const retry = (...transferLogIds: number[]) => user.send(RetryTransfers, { transferLogIds });
const undo = (...transferLogIds: number[]) => user.send(UndoTransfers, { transferLogIds });
const deleteByHand = (id: string | undefined) => user.byHand('DELETE', `/plans/last-used/transactions/${id}`);

describe('retry', () => {
  it('sends failed transfers again; each log separately, and another user’s is not found', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 404, path: 'POST' });
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    expect(await user.states()).toMatchObject([
      { state: 'FAILED', error: expect.stringContaining('The budget was deleted') as string },
    ]);
    const failed = newestLog();
    const { caller: other } = await TestUser.of(service);
    const foreign = await user.send(RetryTransfers, { transferLogIds: [failed] }, other);
    expect(foreign.results).toMatchObject([{ success: false, error: 'not_found' }]);
    const { results } = await retry(failed, 999_999);
    expect(results).toMatchObject([
      { transferLogId: failed, success: true, error: null },
      { transferLogId: 999_999, success: false, error: 'not_found' },
    ]);
    await user.idle();
    expect(await user.ledger()).toHaveLength(1);
    expect((await retry(newestLog())).results).toMatchObject([{ error: 'nothing_to_retry' }]);
  });

  it('sends everything that failed on a link', async () => {
    const { link } = await user.linked();
    await user.fault({ kind: 'status', status: 404, path: 'POST' });
    await user.shape([1, 2, 3].map((id) => shaped(id, [link.id])));
    await user.idle();
    expect(await user.send(RetryTransferLink, { transferLinkId: link.id })).toEqual({ retried: 3 });
    await user.idle();
    expect(await user.ledger()).toHaveLength(3);
    await user.changeLink({ transfer_link_id: link.id, active: false });
    await expect(user.send(RetryTransferLink, { transferLinkId: link.id })).rejects.toThrow(/paused/);
  });

  it('creates a row that the user deleted only on request', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    await deleteByHand((await user.ledger())[0]?.id);
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-9.00' } })]);
    await user.idle();
    expect(await user.states()).toMatchObject([{ state: 'DELETED' }]);
    expect(user.logged().at(-1)).toMatchObject({ status: 'SKIPPED', destinationState: 'DELETED' });
    await user.shape([shaped(1, [link.id], { shapedVersion: 3, document: { amount: '-8.00' } })]);
    await user.idle();
    expect((await user.ledger()).filter((row) => !row.deleted)).toEqual([]);

    expect((await retry(newestLog())).results).toMatchObject([{ success: true }]);
    await user.idle();
    expect((await user.ledger()).filter((row) => !row.deleted)).toHaveLength(1);
  });
});

describe('undo', () => {
  it('removes the row at the destination, once; the transaction’s next change does not create it again', async () => {
    const { link } = await user.linked();
    await user.shape([1, 2].map((id) => shaped(id, [link.id])));
    await user.idle();
    const log = logOf(1);
    expect((await undo(log, log)).results).toMatchObject([
      { success: true, error: null },
      { success: false, error: 'already_undone' },
    ]);
    await user.idle();
    expect((await user.ledger()).map((row) => row.deleted)).toEqual([true, false]);
    expect(user.logged().at(-1)).toMatchObject({
      status: 'SKIPPED',
      destinationState: 'REMOVED',
      attempt: { operation: 'DELETE', succeeded: true, destinationType: 'BUDGETA' },
    });
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-9.00' } })]);
    await user.idle();
    expect((await user.ledger()).filter((row) => !row.deleted)).toHaveLength(1);
    expect((await undo(log)).results).toMatchObject([{ error: 'already_undone' }]);
    expect((await undo(newestLog())).results).toMatchObject([{ error: 'already_undone' }]);
  });

  it('can be followed by a retry: the row is created again, under another key', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    await undo(newestLog());
    await user.idle();
    await retry(newestLog());
    await user.idle();
    const rows = await user.ledger();
    expect(rows.map((row) => row.deleted).sort()).toEqual([false, true]);
    expect(new Set(rows.map((row) => row.import_id)).size).toBe(2);
  });

  it('does not remove a reconciled row, and the log says so', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id])]);
    await user.idle();
    const [row] = await user.ledger();
    await user.byHand('PUT', `/plans/last-used/transactions/${row?.id}`, {
      transaction: { cleared: 'reconciled' },
    });
    await undo(newestLog());
    await user.idle();
    expect((await user.ledger()).map((one) => one.deleted)).toEqual([false]);
    expect(user.logged().at(-1)).toMatchObject({
      destinationState: 'RECONCILED',
      attempt: { operation: 'DELETE', succeeded: false },
    });
  });

  it('is refused for a transfer that was never sent', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id], { output: { destinationFields: { flag_color: 'pink' } } })]);
    await user.idle();
    expect((await undo(newestLog())).results).toMatchObject([{ error: 'not_undoable' }]);
  });
});

describe('a field that the user changed at the destination', () => {
  const change = (fields: object) => async () => {
    const [row] = await user.ledger();
    await user.byHand('PUT', `/plans/last-used/transactions/${row?.id}`, { transaction: fields });
  };

  it('is never overwritten; the other fields are, and the log names what was left', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id], { document: { booked: false, amount: '-10.00' } })]);
    await user.idle();
    await change({ amount: -5_000 })();
    await user.shape([
      shaped(1, [link.id], { shapedVersion: 2, document: { booked: true, amount: '-10.40' } }),
    ]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ amount: -5_000, cleared: 'cleared' }]);
    expect(user.logged().at(-1)).toMatchObject({
      destinationState: 'CHANGED',
      attempt: { succeeded: true, error: 'Changed at the destination by hand, so left as it is: amount.' },
    });
    // Also later, when it is no news any more.
    await user.shape([
      shaped(1, [link.id], { shapedVersion: 3, document: { booked: true, amount: '-11.00' } }),
    ]);
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ amount: -5_000 }]);
    expect(user.logged().at(-1)).toMatchObject({ attempt: { operation: 'UPDATE', succeeded: false } });
    // Until they ask for ours.
    await retry(newestLog());
    await user.idle();
    expect(await user.ledger()).toMatchObject([{ amount: -11_000 }]);
    expect(user.logged().at(-1)).toMatchObject({ destinationState: 'PRESENT' });
  });

  it('to the new value is not a conflict', async () => {
    const { link } = await user.linked();
    await user.shape([shaped(1, [link.id], { document: { booked: false } })]);
    await user.idle();
    await change({ cleared: 'cleared' })();
    await user.shape([shaped(1, [link.id], { shapedVersion: 2, document: { booked: true } })]);
    await user.idle();
    expect(user.logged().at(-1)).toMatchObject({
      destinationState: 'PRESENT',
      attempt: { succeeded: true, error: null },
    });
  });
});

it('a removed transaction that returns under its id is created again at the destination', async () => {
  const { link } = await user.linked();
  await user.shape([shaped(1, [link.id])]);
  await user.idle();
  await user.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
  await user.idle();
  await user.shape([shaped(1, [link.id], { shapedVersion: 3 })]);
  await user.idle();
  await eventually(async () =>
    expect((await user.ledger()).map((row) => row.deleted).sort()).toEqual([false, true]),
  );
});

it('a sent transaction is changed and not sent again after its log is deleted', async () => {
  const { link } = await user.linked();
  await user.shape([shaped(1, [link.id])]);
  await user.idle();
  const [sent] = await user.ledger();
  const ofUser = `transfer_id in (select id from transfers where user_id = ${user.id})`;
  await user.database.execute(
    `update transfer_logs set attempted_at = now() - interval '31 days' where ${ofUser}`,
  );
  for (const log of LOGS) await deleteOldRows(user.database, { ...log, days: 30 }, 5000);
  expect(await user.database.query(`select id from transfer_logs where ${ofUser}`)).toEqual([]);

  await user.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
  await user.idle();
  expect(await user.ledger()).toEqual([{ ...sent, deleted: true }]);
});
