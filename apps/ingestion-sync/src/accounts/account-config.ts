import {
  ACCOUNT_CONFIG_LIMITS,
  AccountConfig,
  AccountConfigChange,
  authorOf,
  Caller,
  DUPLICATE_FIELDS,
  ENRICHMENT_PROVIDERS,
  FIELD_PATH,
  FIELD_PATH_LENGTH_MAX,
  FieldErrors,
  isGranted,
  LimitedConfigMember,
  Problem,
  readsIdentifier,
} from '@tributary/contracts';
import { isDay } from '@tributary/money';
import { isDuplicateField } from '../providers/mapping/content';
import { FieldMap, MappingAuthors } from '../providers/mapping/mapped-fields';

/** A checked change. Each path in `map_fields` has an author: the caller, with the scopes that the caller had. */
export type AuthoredChange = Omit<AccountConfigChange, 'map_fields'> & {
  readonly map_fields?: Partial<FieldMap>;
};

/**
 * Checks a requested change and makes its caller the author of the paths.
 * @throws Problem (invalid) naming each invalid member
 */
export function authoredChange(change: AccountConfigChange, caller: Caller): AuthoredChange {
  checkConfig(change, caller);
  const { map_fields: paths } = change;
  if (!paths) return change;
  const authors = Object.fromEntries(Object.keys(paths).map((member) => [member, authorOf(caller)]));
  return { ...change, map_fields: { ...paths, authors } };
}

/** Returns an account's configuration after a change. */
export function changedConfig(config: AccountConfig, change: AuthoredChange): AccountConfig {
  return {
    ...config,
    ...change,
    map_fields: changedFieldMap(config.map_fields, change.map_fields ?? {}),
    enrichment: { ...config.enrichment, ...change.enrichment },
  };
}

/**
 * Joins two changes, the later one last. Used for the members that a user set on an account or institution, which
 * (other than a configuration) contain only some members.
 */
export function changedSettings(settings: AuthoredChange, change: AuthoredChange): AuthoredChange {
  const { map_fields: map, enrichment } = { ...settings, ...change };
  return {
    ...settings,
    ...change,
    ...(map && { map_fields: changedFieldMap(settings.map_fields ?? {}, change.map_fields ?? {}) }),
    ...(enrichment && { enrichment: { ...settings.enrichment, ...change.enrichment } }),
  };
}

/** Joins two field maps. A path with a new value gets the new author; any other path retains its author. */
function changedFieldMap<M extends Partial<FieldMap>>(
  map: M,
  { authors = {}, ...paths }: Partial<FieldMap>,
): M {
  const changed = Object.entries(authors).filter(([member]) => {
    const name = member as keyof MappingAuthors;
    return paths[name] !== map[name];
  });
  if (changed.length === 0 && !map.authors) return { ...map, ...paths };
  return { ...map, ...paths, authors: { ...map.authors, ...Object.fromEntries(changed) } };
}

/** Returns the configuration as other services and clients see it: without the authors of the paths. */
export function publicConfig({ map_fields: map, ...config }: AccountConfig): AccountConfig {
  const { payee, description, date } = map;
  return { ...config, map_fields: { payee, description, date } };
}

function checkConfig(change: AccountConfigChange, caller: Caller): void {
  const errors: FieldErrors = {};
  const check = (member: keyof AccountConfig, isGood: boolean, rule: string): void => {
    if (!isGood) errors[`config.${member}`] = [`The config.${member} ${rule}.`];
  };
  for (const [member, { min, max }] of Object.entries(ACCOUNT_CONFIG_LIMITS)) {
    const value = change[member as LimitedConfigMember] ?? min;
    check(member as LimitedConfigMember, value >= min && value <= max, `must be from ${min} to ${max}`);
  }
  const start = change.sync_start_date ?? null;
  check('sync_start_date', start === null || isDay(start), 'must be a date (YYYY-MM-DD)');
  const enricher = change.enrichment?.provider ?? null;
  if (enricher !== null && !ENRICHMENT_PROVIDERS.some((one) => one === enricher)) {
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
    `must be of ${DUPLICATE_FIELDS.join(', ')}`,
  );
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

/**
 * Returns why a path is invalid, as the end of a sentence, or null if the path is valid. A path to an account
 * identifier needs a caller who may read identifiers: for other authors the mapped field would always be empty.
 */
function pathError(path: string, caller: Caller): string | null {
  if (!isFieldPath(path)) return "must be the path of a transaction's field, such as creditor.name";
  if (!readsIdentifier(path) || isGranted(caller, 'sensitive:read')) return null;
  return `reads ${path}, which needs the scope sensitive:read, which this token does not have`;
}

function isFieldPath(text: string): boolean {
  return text.length <= FIELD_PATH_LENGTH_MAX && FIELD_PATH.test(text);
}
