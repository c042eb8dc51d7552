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

/** A checked change, with the grant of its caller. */
export type AuthoredChange = Omit<AccountConfigChange, 'map_fields'> & {
  readonly map_fields?: Partial<FieldMap>;
};

/** The requested change. @throws Problem naming each invalid member. */
export function authoredChange(change: AccountConfigChange, caller: Caller): AuthoredChange {
  checkConfig(change, caller);
  const { map_fields: paths } = change;
  if (!paths) return change;
  const authors = Object.fromEntries(Object.keys(paths).map((member) => [member, authorOf(caller)]));
  return { ...change, map_fields: { ...paths, authors } };
}

/** Returns the configuration with the given members changed; the others stay. */
export function changedConfig(config: AccountConfig, change: AuthoredChange): AccountConfig {
  return {
    ...config,
    ...change,
    map_fields: changedMap(config.map_fields, change.map_fields ?? {}),
    enrichment: { ...config.enrichment, ...change.enrichment },
  };
}

/** Returns the settings with a change applied. */
export function changedSettings(settings: AuthoredChange, change: AuthoredChange): AuthoredChange {
  const { map_fields: map, enrichment } = { ...settings, ...change };
  return {
    ...settings,
    ...change,
    ...(map && { map_fields: changedMap(settings.map_fields ?? {}, change.map_fields ?? {}) }),
    ...(enrichment && { enrichment: { ...settings.enrichment, ...change.enrichment } }),
  };
}

/** Returns the changed map; an unchanged path retains its author. */
function changedMap<M extends Partial<FieldMap>>(map: M, { authors = {}, ...paths }: Partial<FieldMap>): M {
  const changed = Object.entries(authors).filter(([member]) => {
    const name = member as keyof MappingAuthors;
    return paths[name] !== map[name];
  });
  if (changed.length === 0 && !map.authors) return { ...map, ...paths };
  return { ...map, ...paths, authors: { ...map.authors, ...Object.fromEntries(changed) } };
}

/** Returns the configuration without the members that only this service uses. */
export function shownConfig({ map_fields: map, ...config }: AccountConfig): AccountConfig {
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
 * Returns why a path is invalid, or null. A caller without access to identifiers may not map them, because the field
 * would be empty.
 */
function pathError(path: string, caller: Caller): string | null {
  if (!isFieldPath(path)) return "must be the path of a transaction's field, such as creditor.name";
  if (!readsIdentifier(path) || isGranted(caller, 'sensitive:read')) return null;
  return `reads ${path}, which needs the scope sensitive:read, which this token does not have`;
}

function isFieldPath(text: string): boolean {
  return text.length <= FIELD_PATH_LENGTH_MAX && FIELD_PATH.test(text);
}
