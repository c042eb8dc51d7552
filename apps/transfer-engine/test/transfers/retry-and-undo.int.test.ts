import {
  RetryTransferLink,
  RetryTransfers,
  UndoTransfers,
  UpdateTransferLink,
  ownerOf,
} from '@tributary/contracts';
import { createPino, LogRetention, ServiceLogger } from '@tributary/service';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';
import { LOGS } from '../../src/transfers/logs';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

const OTHERS = ownerOf(2);
const newestLog = () => Math.max(...fixture.logged().map((entry) => entry.attempt?.id ?? 0));
const logOf = (transactionId: number) =>
  fixture.logged().findLast((entry) => entry.transactionId === transactionId)?.attempt?.id ?? 0;
const retry = (...transferLogIds: number[]) => fixture.send(RetryTransfers, { transferLogIds });
const undo = (...transferLogIds: number[]) => fixture.send(UndoTransfers, { transferLogIds });
const deleteByHand = (id: string | undefined) =>
  fixture.byHand('DELETE', `/plans/last-used/transactions/${id}`);

describe('retry', () => {
  it('sends failed transfers again; each log separately, and another user’s is not found', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 404, path: 'POST' });
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([
      { state: 'FAILED', error: expect.stringContaining('The budget was deleted') as string },
    ]);
    const failed = newestLog();
    const foreign = await fixture.send(RetryTransfers, { transferLogIds: [failed] }, OTHERS);
    expect(foreign.results).toMatchObject([{ success: false, error: 'not_found' }]);
    const { results } = await retry(failed, 999);
    expect(results).toMatchObject([
      { transferLogId: failed, success: true, error: null },
      { transferLogId: 999, success: false, error: 'not_found' },
    ]);
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(1);
    expect((await retry(newestLog())).results).toMatchObject([{ error: 'nothing_to_retry' }]);
  });

  it('sends everything that failed on a link', async () => {
    const { link } = await fixture.linked();
    await fixture.fault({ kind: 'status', status: 404, path: 'POST' });
    await fixture.shape([1, 2, 3].map((id) => shaped(id, [link.id])));
    await fixture.idle();
    expect(await fixture.send(RetryTransferLink, { transferLinkId: link.id })).toEqual({ retried: 3 });
    await fixture.idle();
    expect(await fixture.ledger()).toHaveLength(3);
    await fixture.send(UpdateTransferLink, { transferLinkId: link.id, active: false });
    await expect(fixture.send(RetryTransferLink, { transferLinkId: link.id })).rejects.toThrow(/paused/);
  });

  it('creates a row that the user deleted only on request', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    await deleteByHand((await fixture.ledger())[0]?.id);
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-9.00' } })]);
    await fixture.idle();
    expect(await fixture.states()).toMatchObject([{ state: 'DELETED' }]);
    expect(fixture.logged().at(-1)).toMatchObject({ status: 'SKIPPED', destinationState: 'DELETED' });
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 3, document: { amount: '-8.00' } })]);
    await fixture.idle();
    expect((await fixture.ledger()).filter((row) => !row.deleted)).toEqual([]);

    expect((await retry(newestLog())).results).toMatchObject([{ success: true }]);
    await fixture.idle();
    expect((await fixture.ledger()).filter((row) => !row.deleted)).toHaveLength(1);
  });
});

describe('undo', () => {
  it('removes the row at the destination, once; the transaction’s next change does not create it again', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([1, 2].map((id) => shaped(id, [link.id])));
    await fixture.idle();
    const log = logOf(1);
    expect((await undo(log, log)).results).toMatchObject([
      { success: true, error: null },
      { success: false, error: 'already_undone' },
    ]);
    await fixture.idle();
    expect((await fixture.ledger()).map((row) => row.deleted)).toEqual([true, false]);
    expect(fixture.logged().at(-1)).toMatchObject({
      status: 'SKIPPED',
      destinationState: 'REMOVED',
      attempt: { operation: 'DELETE', succeeded: true, destinationType: 'BUDGETA' },
    });
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { amount: '-9.00' } })]);
    await fixture.idle();
    expect((await fixture.ledger()).filter((row) => !row.deleted)).toHaveLength(1);
    expect((await undo(log)).results).toMatchObject([{ error: 'already_undone' }]);
    expect((await undo(newestLog())).results).toMatchObject([{ error: 'already_undone' }]);
  });

  it('can be followed by a retry: the row is created again, under another key', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    await undo(newestLog());
    await fixture.idle();
    await retry(newestLog());
    await fixture.idle();
    const rows = await fixture.ledger();
    expect(rows.map((row) => row.deleted).sort()).toEqual([false, true]);
    expect(new Set(rows.map((row) => row.import_id)).size).toBe(2);
  });

  it('does not remove a reconciled row, and the log says so', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id])]);
    await fixture.idle();
    const [row] = await fixture.ledger();
    await fixture.byHand('PUT', `/plans/last-used/transactions/${row?.id}`, {
      transaction: { cleared: 'reconciled' },
    });
    await undo(newestLog());
    await fixture.idle();
    expect((await fixture.ledger()).map((one) => one.deleted)).toEqual([false]);
    expect(fixture.logged().at(-1)).toMatchObject({
      destinationState: 'RECONCILED',
      attempt: { operation: 'DELETE', succeeded: false },
    });
  });

  it('is refused for a transfer that was never sent', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id], { output: { destinationFields: { flag_color: 'pink' } } })]);
    await fixture.idle();
    expect((await undo(newestLog())).results).toMatchObject([{ error: 'not_undoable' }]);
  });
});

describe('a field that the user changed at the destination', () => {
  const change = (fields: object) => async () => {
    const [row] = await fixture.ledger();
    await fixture.byHand('PUT', `/plans/last-used/transactions/${row?.id}`, { transaction: fields });
  };

  it('is never overwritten; the other fields are, and the log names what was left', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id], { document: { booked: false, amount: '-10.00' } })]);
    await fixture.idle();
    await change({ amount: -5_000 })();
    await fixture.shape([
      shaped(1, [link.id], { shapedVersion: 2, document: { booked: true, amount: '-10.40' } }),
    ]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ amount: -5_000, cleared: 'cleared' }]);
    expect(fixture.logged().at(-1)).toMatchObject({
      destinationState: 'CHANGED',
      attempt: { succeeded: true, error: 'Changed at the destination by hand, so left as it is: amount.' },
    });
    // Also later, when it is no news any more.
    await fixture.shape([
      shaped(1, [link.id], { shapedVersion: 3, document: { booked: true, amount: '-11.00' } }),
    ]);
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ amount: -5_000 }]);
    expect(fixture.logged().at(-1)).toMatchObject({ attempt: { operation: 'UPDATE', succeeded: false } });
    // Until they ask for ours.
    await retry(newestLog());
    await fixture.idle();
    expect(await fixture.ledger()).toMatchObject([{ amount: -11_000 }]);
    expect(fixture.logged().at(-1)).toMatchObject({ destinationState: 'PRESENT' });
  });

  it('to the new value is not a conflict', async () => {
    const { link } = await fixture.linked();
    await fixture.shape([shaped(1, [link.id], { document: { booked: false } })]);
    await fixture.idle();
    await change({ cleared: 'cleared' })();
    await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, document: { booked: true } })]);
    await fixture.idle();
    expect(fixture.logged().at(-1)).toMatchObject({
      destinationState: 'PRESENT',
      attempt: { succeeded: true, error: null },
    });
  });
});

it('a removed transaction that returns under its id is created again at the destination', async () => {
  const { link } = await fixture.linked();
  await fixture.shape([shaped(1, [link.id])]);
  await fixture.idle();
  await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
  await fixture.idle();
  await fixture.shape([shaped(1, [link.id], { shapedVersion: 3 })]);
  await fixture.idle();
  await eventually(async () =>
    expect((await fixture.ledger()).map((row) => row.deleted).sort()).toEqual([false, true]),
  );
});

it('a sent transaction is changed and not sent again after its log is deleted', async () => {
  const { link } = await fixture.linked();
  await fixture.shape([shaped(1, [link.id])]);
  await fixture.idle();
  const [sent] = await fixture.ledger();
  await fixture.database.execute(`update transfer_logs set attempted_at = now() - interval '31 days'`);
  const logger = new ServiceLogger(createPino({ service: 'test', level: 'silent' }));
  await new LogRetention(fixture.database, logger, LOGS, 30).prune();
  expect(await fixture.database.query('select id from transfer_logs')).toEqual([]);

  await fixture.shape([shaped(1, [link.id], { shapedVersion: 2, removed: true })]);
  await fixture.idle();
  expect(await fixture.ledger()).toEqual([{ ...sent, deleted: true }]);
});
