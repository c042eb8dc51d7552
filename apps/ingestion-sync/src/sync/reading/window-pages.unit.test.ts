import { ProviderTransaction, TransactionBatch } from '../../providers/provider.port';
import { CallResult } from '../../providers/metering/metered-calls';
import { readWindow } from './window-pages';

const COVERAGE = { from: '2026-01-01', to: '2026-01-31', includesPending: false, complete: true };

function row(id: string): ProviderTransaction {
  return {
    booked: true,
    document: {
      amount: '-1.00',
      currency: 'EUR',
      booked: true,
      booking_date: '2026-01-02',
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
    },
    strongId: null,
    weakId: null,
    pendingStrongId: null,
    rawJson: JSON.stringify(id),
  };
}

function page(ids: string, next: string | null): CallResult<TransactionBatch> {
  const upserts = [...ids].map(row);
  const value = { upserts, removals: [], rejected: [], coverage: COVERAGE };
  return { kind: 'answered', value: { ...value, nextCursor: next, hasMore: next !== null } };
}

/** Pages by the cursor that requests them; `''` is the first. */
function serving(pages: Record<string, CallResult<TransactionBatch>>, asked: (string | null)[] = []) {
  return (cursor: string | null) => {
    asked.push(cursor);
    return Promise.resolve(pages[cursor ?? ''] ?? page('', null));
  };
}

async function idsOf(pages: Record<string, CallResult<TransactionBatch>>) {
  const result = await readWindow(serving(pages));
  if (result.kind !== 'answered') throw new Error(result.kind);
  const ids = result.value.upserts.map(({ rawJson }) => JSON.parse(rawJson) as string).join('');
  return { ids, complete: result.value.coverage.complete };
}

describe('the pages of a window', () => {
  it('are one answer', async () => {
    const pages = { '': page('ab', '1'), '1': page('c', '2'), '2': page('d', null) };
    expect(await idsOf(pages)).toEqual({ ids: 'abcd', complete: true });
  });

  it('continue after an empty one that names the next', async () => {
    const pages = { '': page('', '1'), '1': page('', '2'), '2': page('a', null) };
    expect(await idsOf(pages)).toEqual({ ids: 'a', complete: true });
  });

  it('end, incomplete, if a page names one that was already read', async () => {
    const stuck = { '': page('ab', '1'), '1': page('cd', '1') };
    expect(await idsOf(stuck)).toEqual({ ids: 'abcd', complete: false });
    const circle = { '': page('ab', '1'), '1': page('cd', '2'), '2': page('ef', '1') };
    expect(await idsOf(circle)).toEqual({ ids: 'abcdef', complete: false });
  });

  it('count once if one is repeated under another name', async () => {
    const pages = { '': page('ab', '1'), '1': page('ab', '2'), '2': page('cd', null) };
    expect(await idsOf(pages)).toEqual({ ids: 'abcd', complete: true });
  });

  it('distinguish equal rows that may be several purchases', async () => {
    const pages = { '': page('aa', '1'), '1': page('aa', '2'), '2': page('a', null) };
    expect(await idsOf(pages)).toEqual({ ids: 'aaaaa', complete: true });
  });

  it('give no rows if one of them fails', async () => {
    const failed: CallResult<TransactionBatch> = {
      kind: 'failed',
      failure: { kind: 'transient', retryAfterMs: null },
    };
    expect(await readWindow(serving({ '': page('ab', '1'), '1': failed }))).toBe(failed);
  });

  it('are requested again, once, if the provider no longer knows the window', async () => {
    const forgotten: CallResult<TransactionBatch> = { kind: 'failed', failure: { kind: 'cursor_refused' } };
    const asked: (string | null)[] = [];
    expect(await readWindow(serving({ '': page('ab', '1'), '1': forgotten }, asked))).toBe(forgotten);
    expect(asked).toEqual([null, '1', null, '1']);
  });

  it('without an end are a failure', async () => {
    let next = 0;
    const endless = () => Promise.resolve(page('a', String(++next)));
    expect(await readWindow(endless)).toEqual({ kind: 'failed', failure: { kind: 'invalid_answer' } });
    expect(next).toBeLessThan(1100);
  });
});
