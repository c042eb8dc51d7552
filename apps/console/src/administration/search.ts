import { knownIn, pageIn, textIn } from '../routing/search-values';

/** The parts of the administration, in the order of their tabs. */
export const TABS = [
  'services',
  'dead-letters',
  'users',
  'providers',
  'query-model',
  'sizes',
  'audit',
] as const;
export type Tab = (typeof TABS)[number];

export const SERVICES = [
  'api-gateway',
  'ingestion-sync',
  'rule-engine',
  'transfer-engine',
  'webhook-dispatcher',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The state of the screen. */
export interface AdministrationSearch {
  readonly tab?: Tab;
  /** The service of the dead letters. */
  readonly service?: ServiceName;
  /** The topic of the dead letters. */
  readonly topic?: string;
  /** Part of a user's e-mail address. */
  readonly text?: string;
  readonly page?: number;
}

export function administrationSearch(search: Readonly<Record<string, unknown>>): AdministrationSearch {
  return {
    tab: knownIn(TABS, search['tab']),
    service: knownIn(SERVICES, search['service']),
    topic: textIn(search['topic']),
    text: textIn(search['text']),
    page: pageIn(search['page']),
  };
}
