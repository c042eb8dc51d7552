import type { GridRange } from './a1';
import type { Tab } from './tab';

export interface NamedRange {
  readonly namedRangeId: string;
  readonly name: string;
  readonly range: GridRange;
}

/** What a batch works on: a copy that replaces the original when every request of the batch has been carried out. */
export interface Draft {
  readonly tabs: Tab[];
  readonly namedRanges: Map<string, NamedRange>;
}
