/** How far back the screen looks. */
export const PERIODS = ['3m', '1y', '5y'] as const;
export type PeriodName = (typeof PERIODS)[number];
/** Where the address names none. */
export const PERIOD: PeriodName = '1y';

/** What the first chart shows: all accounts of a currency together, or each by itself. */
export const VIEWS = ['together', 'accounts'] as const;
export type View = (typeof VIEWS)[number];

/** The state of the screen. */
export interface OverviewSearch {
  readonly period?: PeriodName;
  readonly view?: View;
}

/** Only what the screen understands. */
export function overviewSearch(search: Readonly<Record<string, unknown>>): OverviewSearch {
  const period = PERIODS.find((one) => one === search['period']);
  const view = VIEWS.find((one) => one === search['view']);
  return { ...(period === undefined ? {} : { period }), ...(view === undefined ? {} : { view }) };
}
