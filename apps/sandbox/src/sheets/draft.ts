import type { GridRange } from './a1';
import type { Tab } from './tab';

export interface NamedRange {
  readonly namedRangeId: string;
  readonly name: string;
  readonly range: GridRange;
}

/** The copy that a batch changes, and that replaces the original after its last request. */
export interface Draft {
  readonly tabs: Tab[];
  readonly namedRanges: Map<string, NamedRange>;
}
