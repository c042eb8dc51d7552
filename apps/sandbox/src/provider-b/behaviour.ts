import { invalid } from '../server/problem';

/** How the banks behind PROVIDER_B behave; all of it was seen at real ones. */
export interface ProviderBBehaviour {
  readonly rowsPerPage: number;
  /** Each answer names the key of its own request as the next one. */
  readonly sameKeyForEver: boolean;
  /** Before each page with rows comes one without, that names a next one. */
  readonly emptyPages: boolean;
  /** Every page comes twice, under two keys. */
  readonly doubledPages: boolean;
  /** Booked rows have no `entry_reference`. */
  readonly withoutReferences: boolean;
  readonly ignoresDateFrom: boolean;
  /** Rows are dated, booked or not, and then rejected, cancelled or scheduled ones among them. */
  readonly showsUnfinished: boolean;
  /** Days back; what is older is refused. */
  readonly historyDays: number;
}

export const USUAL_BEHAVIOUR: ProviderBBehaviour = {
  rowsPerPage: 100,
  sameKeyForEver: false,
  emptyPages: false,
  doubledPages: false,
  withoutReferences: false,
  ignoresDateFrom: false,
  showsUnfinished: false,
  historyDays: 730,
};

const FIELDS = {
  rows_per_page: 'rowsPerPage',
  same_key_for_ever: 'sameKeyForEver',
  empty_pages: 'emptyPages',
  doubled_pages: 'doubledPages',
  without_references: 'withoutReferences',
  ignores_date_from: 'ignoresDateFrom',
  shows_unfinished: 'showsUnfinished',
  history_days: 'historyDays',
} as const satisfies Record<string, keyof ProviderBBehaviour>;

/** What is not named is as usual. */
export function providerBBehaviourFrom(body: unknown): ProviderBBehaviour {
  const behaviour: Record<string, number | boolean> = { ...USUAL_BEHAVIOUR };
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    const field = Object.entries(FIELDS).find(([known]) => known === name)?.[1];
    if (field === undefined) throw invalid(`${name} is not known`);
    const usual = USUAL_BEHAVIOUR[field];
    const isRight = typeof usual === 'number' ? Number.isInteger(value) : typeof value === 'boolean';
    if (!isRight) throw invalid(`${name} must be a ${typeof usual}`);
    behaviour[field] = value as number | boolean;
  }
  return behaviour as unknown as ProviderBBehaviour;
}
