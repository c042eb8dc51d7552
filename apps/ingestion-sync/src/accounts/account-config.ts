import { DUPLICATE_FIELDS, isDuplicateField } from '../transactions/content';
import {
  AccountConfig,
  AccountConfigChange,
  authorOf,
  Caller,
  FieldErrors,
  isGranted,
  Problem,
  readsIdentifier,
} from '@tributary/contracts';
import { FieldMap, MappingAuthors } from '../transactions/mapped-fields';
import { ENRICHMENT_PROVIDERS } from '../enrichment/enrichers';

const MINUTES_MIN = 15;
const MINUTES_MAX = 7 * 24 * 60;
const SETTLEMENT_DAYS_MAX = 60;

/** A change that was checked, with what whoever asks for it was granted. */
export type AuthoredChange = Omit<AccountConfigChange, 'map_fields'> & {
  readonly map_fields?: Partial<FieldMap>;
};

/** The change as its caller may ask for it. @throws Problem naming each member that cannot be. */
export function authoredChange(change: AccountConfigChange, caller: Caller): AuthoredChange {
  checkConfig(change, caller);
  const { map_fields: paths } = change;
  if (!paths) return change;
  const authors = Object.fromEntries(Object.keys(paths).map((member) => [member, authorOf(caller)]));
  return { ...change, map_fields: { ...paths, authors } };
}

/** The configuration with the given members changed; the others keep their value. */
export function changedConfig(config: AccountConfig, change: AuthoredChange): AccountConfig {
  return {
    ...config,
    ...change,
    map_fields: changedMap(config.map_fields, change.map_fields ?? {}),
    enrichment: { ...config.enrichment, ...change.enrichment },
  };
}

/** A path that stays the same keeps its author. */
function changedMap(map: FieldMap, { authors = {}, ...paths }: Partial<FieldMap>): FieldMap {
  const changed = Object.entries(authors).filter(([member]) => {
    const name = member as keyof MappingAuthors;
    return paths[name] !== map[name];
  });
  if (changed.length === 0 && !map.authors) return { ...map, ...paths };
  return { ...map, ...paths, authors: { ...map.authors, ...Object.fromEntries(changed) } };
}

/** Without what only this service works with. */
export function shownConfig({ map_fields: map, ...config }: AccountConfig): AccountConfig {
  const { payee, description, date } = map;
  return { ...config, map_fields: { payee, description, date } };
}

function checkConfig(change: AccountConfigChange, caller: Caller): void {
  const errors: FieldErrors = {};
  const check = (member: keyof AccountConfig, isGood: boolean, rule: string): void => {
    if (!isGood) errors[`config.${member}`] = [`The config.${member} ${rule}.`];
  };
  const minutes = change.sync_frequency_in_minutes ?? MINUTES_MIN;
  check(
    'sync_frequency_in_minutes',
    minutes >= MINUTES_MIN && minutes <= MINUTES_MAX,
    `must be from ${MINUTES_MIN} to ${MINUTES_MAX}`,
  );
  const days = change.pending_settlement_max_days ?? 0;
  check(
    'pending_settlement_max_days',
    days >= 0 && days <= SETTLEMENT_DAYS_MAX,
    `must be from 0 to ${SETTLEMENT_DAYS_MAX}`,
  );
  const start = change.sync_start_date ?? null;
  check('sync_start_date', start === null || isDay(start), 'must be a date (YYYY-MM-DD)');
  const enricher = change.enrichment?.provider ?? null;
  if (enricher !== null && !ENRICHMENT_PROVIDERS.includes(enricher)) {
    errors['config.enrichment.provider'] = [
      `The config.enrichment.provider must be null or one of ${ENRICHMENT_PROVIDERS.join(', ')}.`,
    ];
  }
  for (const [member, path] of Object.entries(change.map_fields ?? {})) {
    const reason = pathError(path, caller);
    if (reason !== null)
      errors[`config.map_fields.${member}`] = [`The config.map_fields.${member} ${reason}.`];
  }
  check(
    'fields_for_duplicate_filtering',
    (change.fields_for_duplicate_filtering ?? []).every(isDuplicateField),
    `must be of ${Object.keys(DUPLICATE_FIELDS).join(', ')}`,
  );
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/** What is wrong with a path; null for a good one. Whoever may not see an identifier would find it empty. */
function pathError(path: string, caller: Caller): string | null {
  if (!isFieldPath(path)) return "must be the path of a transaction's field, such as creditor.name";
  if (!readsIdentifier(path) || isGranted(caller, 'sensitive:read')) return null;
  return `reads ${path}, which needs the scope sensitive:read, which this token does not have`;
}

function isFieldPath(text: string): boolean {
  return text.length <= 100 && /^[a-z_]+(\.[a-z_]+)*$/.test(text);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
