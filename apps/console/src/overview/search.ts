import { knownIn } from '../routing/search-values';

/** The periods that the screen shows, which end today. */
export const PERIODS = ['3m', '1y', '5y'] as const;
export type PeriodName = (typeof PERIODS)[number];
/** The period where the address names none. */
export const PERIOD: PeriodName = '1y';

/** The views of the first chart: all accounts of a currency together, or each by itself. */
export const VIEWS = ['together', 'accounts'] as const;
export type View = (typeof VIEWS)[number];

/** The state of the screen. */
export interface OverviewSearch {
  readonly period?: PeriodName;
  readonly view?: View;
}

/** Reads the address. */
export function overviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  return { period: knownIn(PERIODS, search['period']), view: knownIn(VIEWS, search['view']) };
}
