import { TransactionDocument } from '@tributary/contracts';
import { wordCount } from './name-evidence';
import { Kind } from './kinds';
import { Workload } from '../workload';

interface Documented {
  readonly document: TransactionDocument;
}

export interface Comparison<Outer, Inner, Judged> {
  readonly outer: readonly Kind<Outer>[];
  /** The transaction or row of an item. */
  readonly entryOf: (outer: Outer) => object;
  /** Yields candidates, the likeliest first; a candidate may repeat. */
  readonly candidatesOf: (outer: Outer) => Iterable<Kind<Inner>>;
  /** Returns null if the two are certainly different. */
  readonly judge: (outer: Outer, inner: Inner) => Judged | null;
}

export type ComparedPair<Outer, Inner, Judged> = Judged & {
  readonly outer: Kind<Outer>;
  readonly inner: Kind<Inner>;
};

/** Compares each kind with its candidates, within the limits of the workload. */
export async function compareKinds<Outer extends Documented, Inner extends Documented, Judged>(
  { outer: kinds, entryOf, candidatesOf, judge }: Comparison<Outer, Inner, Judged>,
  work: Workload,
): Promise<ComparedPair<Outer, Inner, Judged>[]> {
  const found: ComparedPair<Outer, Inner, Judged>[] = [];
  const share = work.shareOf(kinds.length);
  for (const outer of kinds) {
    const seen = new Set<Kind<Inner>>();
    let left = share;
    for (const inner of candidatesOf(outer.sample)) {
      if (seen.has(inner)) continue;
      if (left <= 0) {
        work.cutOff(outer.items.map(entryOf));
        break;
      }
      seen.add(inner);
      left -= costOf(outer.sample, inner.sample);
      const judged = judge(outer.sample, inner.sample);
      if (judged) found.push({ ...judged, outer, inner });
    }
    work.spend(share - left);
    await work.pause();
  }
  return found;
}

/** Number of word pairs that cost as much as the rest of a comparison. */
const WORD_PAIRS_A_COMPARISON = 128;

/** Cost of comparing each word of one text with each word of the other. */
function costOf({ document: a }: Documented, { document: b }: Documented): number {
  return 1 + Math.floor((wordCount(a) * wordCount(b)) / WORD_PAIRS_A_COMPARISON);
}
