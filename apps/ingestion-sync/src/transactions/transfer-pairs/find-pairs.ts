/** Two transactions that may be a transfer: same amount and currency, opposite sign, different accounts, days apart. */
export interface PairCandidate {
  readonly outgoingId: number;
  readonly incomingId: number;
  readonly days: number;
}

/** A proposal without a decision of the user. */
export interface OpenProposal extends PairCandidate {
  readonly pairId: number;
  /** Whether both transactions were searched: the pair is a candidate, or it no longer fits. */
  readonly isSearched: boolean;
}

export interface PairDecision {
  readonly proposed: readonly PairCandidate[];
  /** Proposals that no longer fit, or are replaced by nearer ones. */
  readonly ended: readonly number[];
}

/**
 * Chooses the transactions to propose as transfers: the nearest days first, then existing proposals, then the oldest
 * transactions. A transaction is in at most one proposal.
 */
export function pairs(candidates: readonly PairCandidate[], open: readonly OpenProposal[]): PairDecision {
  const known = new Map(open.map((proposal) => [keyOf(proposal), proposal]));
  const beyond = open.filter(({ isSearched }) => !isSearched);
  const beyondKeys = new Set(beyond.map(keyOf));
  const all = [...candidates.filter((candidate) => !beyondKeys.has(keyOf(candidate))), ...beyond];
  const sorted = all.sort(
    (a, b) =>
      a.days - b.days ||
      Number(known.has(keyOf(b))) - Number(known.has(keyOf(a))) ||
      a.outgoingId - b.outgoingId ||
      a.incomingId - b.incomingId,
  );
  const paired = new Set<number>();
  const chosen = sorted.filter(({ outgoingId, incomingId }) => {
    if (paired.has(outgoingId) || paired.has(incomingId)) return false;
    paired.add(outgoingId).add(incomingId);
    return true;
  });
  const kept = new Set(chosen.map(keyOf));
  return {
    proposed: chosen.filter((candidate) => !known.has(keyOf(candidate))),
    ended: open.filter((proposal) => !kept.has(keyOf(proposal))).map(({ pairId }) => pairId),
  };
}

function keyOf({ outgoingId, incomingId }: PairCandidate): string {
  return `${outgoingId} ${incomingId}`;
}
