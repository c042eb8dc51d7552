import { DestinationFailure, RowOutcome } from '../../destinations/destination.port';
import { sendInParts } from './send-in-parts';
import { AllowanceSpentError } from './unit-claims';

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
  it('leaves out the one that the answer names, with one request more', async () => {
    const { send, requests } = refusing([7, 40], true);
    expect(await sendInParts(rows, { send, refusedRow })).toEqual(expected([7, 40]));
    expect(requests).toHaveLength(3);
  });

  it('finds it by halving where the answer names none', async () => {
    const { send, requests } = refusing([7, 40], false);
    expect(await sendInParts(rows, { send, refusedRow })).toEqual(expected([7, 40]));
    expect(requests.length).toBeLessThan(30);
  });

  it('what the allowance does not reach waits', async () => {
    const { send } = refusing([7], false, 3);
    const outcomes = await sendInParts(rows, { send, refusedRow });
    expect(outcomes.some(({ kind }) => kind === 'postponed')).toBe(true);
    expect(outcomes.every(({ kind }) => kind === 'postponed' || kind === 'done')).toBe(true);
  });
});

it('a failure of the request is the outcome of each of its rows; an error of ours is thrown', async () => {
  const failure = { kind: 'unavailable' as const, reason: 'away' };
  const away = () => Promise.reject(new DestinationFailure(failure));
  expect(await sendInParts([1, 2], { send: away, refusedRow })).toEqual([
    { kind: 'failed', failure },
    { kind: 'failed', failure },
  ]);
  const broken = () => Promise.reject(new Error('ours'));
  await expect(sendInParts([1], { send: broken, refusedRow })).rejects.toThrow('ours');
});
