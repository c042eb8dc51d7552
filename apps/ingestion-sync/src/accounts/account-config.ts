import { DUPLICATE_FIELDS, isDuplicateField } from '../transactions/content';
import { AccountConfig, AccountConfigChange, FieldErrors, Problem } from '@tributary/contracts';
import { ENRICHMENT_PROVIDERS } from '../enrichment/enrichers';

const MINUTES_MIN = 15;
const MINUTES_MAX = 7 * 24 * 60;
const SETTLEMENT_DAYS_MAX = 60;

/** The configuration with the given members changed; the others keep their value. @throws Problem on a bad value */
export function changedConfig(config: AccountConfig, change: AccountConfigChange): AccountConfig {
  checkConfig(change);
  return {
    ...config,
    ...change,
    map_fields: { ...config.map_fields, ...change.map_fields },
    enrichment: { ...config.enrichment, ...change.enrichment },
  };
}

/** @throws Problem naming each member that cannot be. */
export function checkConfig(change: AccountConfigChange): void {
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
    if (isFieldPath(path)) continue;
    errors[`config.map_fields.${member}`] = [
      `The config.map_fields.${member} must be the path of a transaction's field, such as creditor.name.`,
    ];
  }
  check(
    'fields_for_duplicate_filtering',
    (change.fields_for_duplicate_filtering ?? []).every(isDuplicateField),
    `must be of ${Object.keys(DUPLICATE_FIELDS).join(', ')}`,
  );
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
}

function isFieldPath(text: string): boolean {
  return text.length <= 100 && /^[a-z_]+(\.[a-z_]+)*$/.test(text);
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
