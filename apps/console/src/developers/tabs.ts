import { pageIn } from '../routing/search-values';

/** The parts of the screen, in their order. */
export const TABS = [
  { value: 'tokens', label: 'Tokens' },
  { value: 'apps', label: 'Apps' },
  { value: 'grants', label: 'Grants' },
  { value: 'security', label: 'Security events' },
  { value: 'events', label: 'API and events' },
] as const;

export type Tab = (typeof TABS)[number]['value'];

/** The state of the screen. */
export interface DevelopersSearch {
  readonly tab?: Tab;
  /** The page of the security events. */
  readonly page?: number;
}

/** Parses the address of the screen, and drops everything that the screen does not understand. */
export function developersSearch(search: Readonly<Record<string, unknown>>): DevelopersSearch {
  const tab = TABS.find(({ value }) => value === search['tab'])?.value;
  return { tab: tab === 'tokens' ? undefined : tab, page: pageIn(search['page']) };
}
