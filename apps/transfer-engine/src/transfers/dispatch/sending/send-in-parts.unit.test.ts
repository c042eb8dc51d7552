import { DestinationFailure, RowOutcome } from '../../../destinations/destination.port';
import { sendInParts } from './send-in-parts';
import { AllowanceSpentError } from '../units/unit-claims';

const targetOf = () => 'one';
const rowsMax = 1000;
const refusedAlike = () => false;
const refusedRow = (reason: string): RowOutcome => ({ kind: 'rejected', reason });
const done = (row: number): RowOutcome => ({ kind: 'done', destinationId: String(row) });

/** A destination that refuses a whole request when one of these rows is in it. */
function refusing(bad: readonly number[], names: boolean, requestsMax = Infinity) {
  const requests: number[][] = [];
  const send = async (rows: readonly number[]): Promise<RowOutcome[]> => {
    if (requests.length >= requestsMax) throw new AllowanceSpentError('spent');
    requests.push([...rows]);
    const place = rows.findIndex((row) => bad.includes(row));
    if (place === -1) return rows.map(done);
    throw new DestinationFailure({ kind: 'refused', reason: 'bad', place: names ? place : null });
  };
  return { send, requests };
}

const rows = Array.from({ length: 64 }, (_, row) => row);
const expected = (bad: readonly number[]) =>
  rows.map((row) => (bad.includes(row) ? refusedRow('bad') : done(row)));

describe('a bulk with bad rows', () => {
  it('leaves out the one that the answer names, with one further request', async () => {
    const { send, requests } = refusing([7, 40], true);
    expect(await sendInParts(rows, { send, refusedRow, refusedAlike, targetOf, rowsMax })).toEqual(
      expected([7, 40]),
    );
    expect(requests).toHaveLength(3);
  });

  it('leaves out those that are certain to be refused like it, too', async () => {
    const { send, requests } = refusing([7, 40, 41], true);
    const alike = (_reason: string, row: number) => row >= 40 && row <= 41;
    const outcomes = await sendInParts(rows, { send, refusedRow, refusedAlike: alike, targetOf, rowsMax });
    expect(outcomes).toEqual(expected([7, 40, 41]));
    expect(requests).toHaveLength(2);
  });

  it('finds it by halving if the answer names none', async () => {
    const { send, requests } = refusing([7, 40], false);
    expect(await sendInParts(rows, { send, refusedRow, refusedAlike, targetOf, rowsMax })).toEqual(
      expected([7, 40]),
    );
    expect(requests.length).toBeLessThan(30);
  });

  it('leaves rows beyond the allowance waiting', async () => {
    const { send } = refusing([7], false, 3);
    const outcomes = await sendInParts(rows, { send, refusedRow, refusedAlike, targetOf, rowsMax });
    expect(outcomes.some(({ kind }) => kind === 'postponed')).toBe(true);
    expect(outcomes.every(({ kind }) => kind === 'postponed' || kind === 'done')).toBe(true);
  });
});

describe('several requests', () => {
  it('carry no more rows each than the destination accepts', async () => {
    const { send, requests } = refusing([], false);
    expect(await sendInParts(rows, { send, refusedRow, refusedAlike, targetOf, rowsMax: 30 })).toEqual(
      expected([]),
    );
    expect(requests.map(({ length }) => length)).toEqual([30, 30, 4]);
  });

  it('stop after one that got no answer, and the rest waits', async () => {
    const failure = { kind: 'unavailable' as const, reason: 'away' };
    const send = () => Promise.reject(new DestinationFailure(failure));
    const outcomes = await sendInParts([1, 2, 3], { send, refusedRow, refusedAlike, targetOf, rowsMax: 1 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'postponed', 'postponed']);
  });

  it('fail only the rows of a deleted target, and send the others', async () => {
    const send = async (part: readonly number[]): Promise<RowOutcome[]> => {
      if (!part.some((row) => row < 10)) return part.map(done);
      throw new DestinationFailure({ kind: 'target-gone', reason: 'deleted' });
    };
    const byTen = (row: number) => (row < 10 ? 'gone' : 'there');
    const outcomes = await sendInParts(rows, { send, refusedRow, refusedAlike, targetOf: byTen, rowsMax });
    expect(outcomes.map(({ kind }) => kind)).toEqual(rows.map((row) => (row < 10 ? 'failed' : 'done')));
  });
});

it('share a request’s failure as the result of each row; our own errors are thrown', async () => {
  const failure = { kind: 'unavailable' as const, reason: 'away' };
  const away = () => Promise.reject(new DestinationFailure(failure));
  expect(await sendInParts([1, 2], { send: away, refusedRow, refusedAlike, targetOf, rowsMax })).toEqual([
    { kind: 'failed', failure },
    { kind: 'failed', failure },
  ]);
  const broken = () => Promise.reject(new Error('ours'));
  await expect(
    sendInParts([1], { send: broken, refusedRow, refusedAlike, targetOf, rowsMax }),
  ).rejects.toThrow('ours');
});
