import { OpenProposal, PairCandidate, pairs } from './find-pairs';

const candidate = (outgoingId: number, incomingId: number, days: number): PairCandidate => ({
  outgoingId,
  incomingId,
  days,
  exchange: null,
});
const exchanged = (
  outgoingId: number,
  incomingId: number,
  { days = 0, basis = 'DAY_RATE', percent = '-1.00', doubtful = false }: Partial<Evidence> = {},
): PairCandidate => ({
  outgoingId,
  incomingId,
  days,
  exchange: { basis, difference_percent: percent, doubtful },
});
interface Evidence {
  readonly days: number;
  readonly basis: 'STATED' | 'DAY_RATE';
  readonly percent: string;
  readonly doubtful: boolean;
}
const open = (pairId: number, of: PairCandidate, isSearched = true): OpenProposal => ({
  ...of,
  pairId,
  isSearched,
});

describe('transfers between own accounts', () => {
  it('of several with the same amount the nearest day is proposed, each transaction once', () => {
    const all = [candidate(1, 11, 3), candidate(1, 12, 0), candidate(2, 11, 1), candidate(2, 12, 1)];
    expect(pairs(all, [])).toEqual({
      proposed: [candidate(1, 12, 0), candidate(2, 11, 1)],
      ended: [],
      revised: [],
    });
  });

  it('of equally near ones the order in which they are found decides nothing', () => {
    const all = [candidate(1, 11, 1), candidate(1, 12, 1), candidate(2, 11, 1), candidate(2, 12, 1)];
    expect(pairs([...all].reverse(), [])).toEqual(pairs(all, []));
  });

  it('what is proposed stays, and gives way to a nearer one', () => {
    const known = candidate(1, 11, 1);
    expect(pairs([known, candidate(1, 12, 1)], [open(7, known)])).toEqual({
      proposed: [],
      ended: [],
      revised: [],
    });
    const nearer = candidate(1, 12, 0);
    expect(pairs([known, nearer], [open(7, known)])).toEqual({ proposed: [nearer], ended: [7], revised: [] });
  });

  it('what fits no longer ends, and what was not searched stays', () => {
    expect(pairs([], [open(7, candidate(1, 11, 1))])).toEqual({ proposed: [], ended: [7], revised: [] });
    expect(pairs([], [open(7, candidate(1, 11, 1), false)])).toEqual({
      proposed: [],
      ended: [],
      revised: [],
    });
  });
});

describe('transfers between own accounts in two currencies', () => {
  it('come after those with the same amount, and a stated rate comes before the day rate', () => {
    const same = candidate(1, 11, 5);
    const stated = exchanged(2, 12, { days: 4, basis: 'STATED', percent: '0.00' });
    const near = [exchanged(1, 12), exchanged(2, 11), exchanged(2, 13)];
    expect(pairs([...near, stated, same], []).proposed).toEqual([same, stated]);
  });

  it('are doubtful where two fit, and where more is missing than banks usually take', () => {
    const doubts = (...all: PairCandidate[]) =>
      pairs(all, []).proposed.map(({ exchange }) => exchange?.doubtful);
    expect(doubts(exchanged(1, 11))).toEqual([false]);
    expect(doubts(exchanged(1, 11), exchanged(1, 12, { days: 1 }))).toEqual([true]);
    expect(doubts(exchanged(1, 11), exchanged(2, 11, { days: 1 }))).toEqual([true]);
    expect(doubts(exchanged(1, 11), exchanged(2, 12))).toEqual([false, false]);
    expect(doubts(exchanged(1, 11, { percent: '-2.51' }))).toEqual([true]);
    expect(doubts(exchanged(1, 11, { percent: '2.50' }))).toEqual([false]);
    expect(doubts(exchanged(1, 11, { doubtful: true }))).toEqual([true]);
    // What the bank states decides between a pair by its rate and others near the day rate.
    expect(doubts(exchanged(1, 11, { basis: 'STATED', percent: '0.00' }), exchanged(1, 12))).toEqual([false]);
  });

  it('are revised when another candidate appears later', () => {
    const known = exchanged(1, 11);
    const other = exchanged(1, 12, { days: 1 });
    expect(pairs([known], [open(7, known)])).toEqual({ proposed: [], ended: [], revised: [] });
    expect(pairs([known, other], [open(7, known)]).revised).toEqual([
      { pairId: 7, exchange: { basis: 'DAY_RATE', difference_percent: '-1.00', doubtful: true } },
    ]);
  });
});
