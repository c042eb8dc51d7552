import { TransferExchange } from '@tributary/contracts';

/** What the search finds out about a pair between two currencies. */
export type FoundExchange = Pick<TransferExchange, 'basis' | 'difference_percent' | 'doubtful'>;

/** Two transactions that may be a transfer: different accounts, opposite sign, days apart, and amounts that fit. */
export interface PairCandidate {
  readonly outgoingId: number;
  readonly incomingId: number;
  readonly days: number;
  /** Null: the same amount in one currency. */
  readonly exchange: FoundExchange | null;
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
  /** Proposals whose evidence has changed. */
  readonly revised: readonly { readonly pairId: number; readonly exchange: FoundExchange }[];
}

/** Differences from the day rate beyond this are doubtful: banks usually take less. */
const USUAL_MARGIN_PERCENT = 2.5;

/**
 * Chooses the transactions to propose as transfers: those with the strongest evidence first (the same amount, a rate
 * that the bank states, the day rate), then the nearest days, then existing proposals, then the oldest transactions. A
 * transaction is in at most one proposal.
 */
export function pairs(candidates: readonly PairCandidate[], open: readonly OpenProposal[]): PairDecision {
  const known = new Map(open.map((proposal) => [keyOf(proposal), proposal]));
  const beyond = open.filter(({ isSearched }) => !isSearched);
  const beyondKeys = new Set(beyond.map(keyOf));
  const all = [...candidates.filter((candidate) => !beyondKeys.has(keyOf(candidate))), ...beyond];
  const sorted = all.sort(
    (a, b) =>
      strengthOf(a) - strengthOf(b) ||
      statedDifferenceOf(a) - statedDifferenceOf(b) ||
      a.days - b.days ||
      differenceOf(a) - differenceOf(b) ||
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
  const judged = withDoubts(chosen, sorted);
  const kept = new Set(judged.map(keyOf));
  return {
    proposed: judged.filter((candidate) => !known.has(keyOf(candidate))),
    ended: open.filter((proposal) => !kept.has(keyOf(proposal))).map(({ pairId }) => pairId),
    revised: judged.flatMap((candidate) => {
      const before = known.get(keyOf(candidate));
      const { exchange } = candidate;
      const isSame = !before || !exchange || isSameEvidence(before.exchange, exchange);
      return isSame ? [] : [{ pairId: before.pairId, exchange }];
    }),
  };
}

/**
 * Marks pairs between two currencies as doubtful where another candidate of the same strength shares a transaction, or
 * where a part is missing that banks do not usually take.
 */
function withDoubts(chosen: readonly PairCandidate[], all: readonly PairCandidate[]): PairCandidate[] {
  const uses = new Map<string, number>();
  const marksOf = (one: PairCandidate): string[] =>
    [one.outgoingId, one.incomingId].map((id) => `${id} ${strengthOf(one)}`);
  for (const mark of all.flatMap(marksOf)) uses.set(mark, (uses.get(mark) ?? 0) + 1);
  return chosen.map((one) => {
    if (!one.exchange) return one;
    const isAmbiguous = marksOf(one).some((mark) => (uses.get(mark) ?? 0) > 1);
    return {
      ...one,
      exchange: { ...one.exchange, doubtful: one.exchange.doubtful || isAmbiguous || isWide(one) },
    };
  });
}

function isWide(one: PairCandidate): boolean {
  return differenceOf(one) > USUAL_MARGIN_PERCENT;
}

function isSameEvidence(before: FoundExchange | null, now: FoundExchange): boolean {
  return (
    before?.basis === now.basis &&
    before.difference_percent === now.difference_percent &&
    before.doubtful === now.doubtful
  );
}

function strengthOf({ exchange }: PairCandidate): number {
  if (!exchange) return 0;
  return exchange.basis === 'DAY_RATE' ? 2 : 1;
}

/** In percent, without its sign: it orders and bounds, and is no money. */
function differenceOf({ exchange }: PairCandidate): number {
  return Math.abs(Number(exchange?.difference_percent ?? 0));
}

/** A rate that the bank states names the amount, so a nearer amount comes before a nearer day. */
function statedDifferenceOf(one: PairCandidate): number {
  return one.exchange?.basis === 'STATED' ? differenceOf(one) : 0;
}

function keyOf({ outgoingId, incomingId }: PairCandidate): string {
  return `${outgoingId} ${incomingId}`;
}
