import { OpenProposal, PairCandidate, pairs } from './find-pairs';

const candidate = (outgoingId: number, incomingId: number, days: number): PairCandidate => ({
  outgoingId,
  incomingId,
  days,
});
const open = (pairId: number, of: PairCandidate, isSearched = true): OpenProposal => ({
  ...of,
  pairId,
  isSearched,
});

describe('transfers between own accounts', () => {
  it('of several with the same amount the nearest day is proposed, each transaction once', () => {
    const all = [candidate(1, 11, 3), candidate(1, 12, 0), candidate(2, 11, 1), candidate(2, 12, 1)];
    expect(pairs(all, [])).toEqual({ proposed: [candidate(1, 12, 0), candidate(2, 11, 1)], ended: [] });
  });

  it('of equally near ones the order in which they are found decides nothing', () => {
    const all = [candidate(1, 11, 1), candidate(1, 12, 1), candidate(2, 11, 1), candidate(2, 12, 1)];
    expect(pairs([...all].reverse(), [])).toEqual(pairs(all, []));
  });

  it('what is proposed stays, and gives way to a nearer one', () => {
    const known = candidate(1, 11, 1);
    expect(pairs([known, candidate(1, 12, 1)], [open(7, known)])).toEqual({ proposed: [], ended: [] });
    const nearer = candidate(1, 12, 0);
    expect(pairs([known, nearer], [open(7, known)])).toEqual({ proposed: [nearer], ended: [7] });
  });

  it('what fits no longer ends, and what was not searched stays', () => {
    expect(pairs([], [open(7, candidate(1, 11, 1))])).toEqual({ proposed: [], ended: [7] });
    expect(pairs([], [open(7, candidate(1, 11, 1), false)])).toEqual({ proposed: [], ended: [] });
  });
});
