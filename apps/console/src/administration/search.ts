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
  /** Whose dead letters. */
  readonly service?: ServiceName;
  /** Of the messages. */
  readonly topic?: string;
  /** Part of a user's e-mail address. */
  readonly text?: string;
  readonly page?: number;
}

const TEXT_LENGTH_MAX = 100;

export function administrationSearch(search: Readonly<Record<string, unknown>>): AdministrationSearch {
  const { page } = search;
  return {
    ...present('tab', oneOf(TABS, search['tab'])),
    ...present('service', oneOf(SERVICES, search['service'])),
    ...present('topic', textOf(search['topic'])),
    ...present('text', textOf(search['text'])),
    ...present('page', typeof page === 'number' && Number.isInteger(page) && page > 1 ? page : undefined),
  };
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).slice(0, TEXT_LENGTH_MAX) || undefined;
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: Value });
}
