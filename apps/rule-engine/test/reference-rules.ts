import { Operator, TransactionDocument } from '@tributary/contracts';
import { ActionDefinition, ConditionDefinition, RuleDefinition } from '../src/evaluation/rule-definition';

/**
 * Rules implemented directly from their description, without regard to speed, as a reference for compiled rules. The
 * code shares nothing with theirs: no table of fields, no Liquid, no RE2.
 */
export interface ReferenceResult {
  readonly document: Fields;
  readonly changes: readonly (readonly [rule: number, field: string, previous: string, next: string])[];
  readonly failed: readonly number[];
}

type Fields = Record<string, unknown>;

const AMOUNTS = ['amount'];
const DATES = ['booking_date', 'booking_datetime'];

export function referenceShape(raw: TransactionDocument, rules: readonly RuleDefinition[]): ReferenceResult {
  let document: Fields = structuredClone(raw);
  const changes: (readonly [number, string, string, string])[] = [];
  const failed: number[] = [];
  for (const rule of rules) {
    if (!triggers(rule, document)) continue;
    const draft = structuredClone(document);
    const made = rule.actions.map((action) => act(action, draft));
    if (made.includes('failed')) {
      failed.push(rule.id);
      continue;
    }
    document = draft;
    for (const change of made) if (Array.isArray(change)) changes.push([rule.id, ...change]);
    if (rule.skip_other_rules_when_triggered) break;
  }
  return { document, changes, failed };
}

function triggers(
  { conditions, trigger_on_any_condition: triggerOnAnyCondition }: RuleDefinition,
  document: Fields,
): boolean {
  const results = conditions.map((condition) => holds(condition, document));
  if (results.length === 0) return true;
  return triggerOnAnyCondition ? results.includes(true) : !results.includes(false);
}

function holds(
  { transaction_type: transactionType, field_name: fieldName, operator, value }: ConditionDefinition,
  document: Fields,
): boolean {
  const isOutflow = String(document.amount).startsWith('-');
  if (transactionType === 'DEBIT' && !isOutflow) return false;
  if (transactionType === 'CREDIT' && isOutflow) return false;
  const text = read(document, fieldName);
  if (AMOUNTS.includes(fieldName)) return compared(operator, text, value ?? '', compareAmounts);
  if (DATES.includes(fieldName)) {
    return compared(operator, text.slice(0, 10), value ?? '', (a, b) => a.localeCompare(b));
  }
  if (fieldName === 'tags') return tagsHold(operator, text.toLowerCase(), (value ?? '').toLowerCase());
  return textHolds(operator, text.toLowerCase(), (value ?? '').toLowerCase(), value ?? '');
}

function textHolds(operator: Operator, text: string, value: string, pattern: string): boolean {
  switch (operator) {
    case 'equals':
      return text === value;
    case 'not_equals':
      return text !== value;
    case 'contains':
      return text.includes(value);
    case 'not_contains':
      return !text.includes(value);
    case 'starts_with':
      return text.startsWith(value);
    case 'ends_with':
      return text.endsWith(value);
    case 'matches':
      return new RegExp(pattern, 'i').test(text);
    case 'not_matches':
      return !new RegExp(pattern, 'i').test(text);
    case 'in':
      return valuesOf(value).includes(text);
    case 'not_in':
      return !valuesOf(value).includes(text);
    case 'is_empty':
      return text === '';
    case 'is_not_empty':
      return text !== '';
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'between':
      throw new Error(`${operator} is no operator of texts`);
  }
}

function tagsHold(operator: Operator, text: string, value: string): boolean {
  const tags = tagsOf(text);
  if (operator === 'is_empty') return tags.length === 0;
  if (operator === 'is_not_empty') return tags.length > 0;
  const has = valuesOf(value).some((one) => tags.includes(one));
  return operator.startsWith('not_') ? !has : has;
}

function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

function compared(
  operator: Operator,
  text: string,
  value: string,
  compare: (a: string, b: string) => number,
): boolean {
  if (operator === 'is_empty') return text === '';
  if (operator === 'is_not_empty') return text !== '';
  const positive = operator.replace('not_equals', 'equals').replace('not_in', 'in');
  if (positive !== operator) return !compared(positive as Operator, text, value, compare);
  if (text === '') return false;
  const [low = '', high = ''] = value.split(',');
  const checks: Partial<Record<Operator, boolean>> = {
    equals: compare(text, low) === 0,
    gt: compare(text, low) > 0,
    gte: compare(text, low) >= 0,
    lt: compare(text, low) < 0,
    lte: compare(text, low) <= 0,
    in: value.split(',').some((one) => compare(text, one) === 0),
    between: operator === 'between' && compare(text, low) >= 0 && compare(text, high) <= 0,
  };
  return checks[operator] ?? false;
}

/** Compares exactly, as whole multiples of 10^-20. */
function compareAmounts(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const units = BigInt(whole + fraction.padEnd(20, '0'));
    return text.startsWith('-') ? -units : units;
  }) as [bigint, bigint];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Splits at commas that no backslash escapes. */
function valuesOf(list: string): string[] {
  const values = [''];
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '\\' && list[at + 1] === ',') values.push(`${values.pop() ?? ''}${list[(at += 1)]}`);
    else if (list[at] === ',') values.push('');
    else values.push(`${values.pop() ?? ''}${list[at]}`);
  }
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function act(
  { field_name: fieldName, value }: ActionDefinition,
  draft: Fields,
): [string, string, string] | 'failed' | null {
  const name = fieldName ?? '';
  const wanted = rendered(value ?? '', draft);
  const next = name === 'tags' ? tagsAfter(wanted, read(draft, name)) : wanted;
  if (name === 'booking_date' && next !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(next)) return 'failed';
  const previous = read(draft, name);
  if (previous === next) return null;
  write(draft, name, next);
  return [name, previous, next];
}

function tagsAfter(wanted: string, present: string): string {
  const named = tagsOf(wanted.replace(/^\+/, ''));
  const all = wanted.startsWith('+') ? [...tagsOf(present), ...named] : named;
  const lower = all.map((tag) => tag.toLowerCase());
  return all.filter((_tag, index) => lower.indexOf(lower[index] ?? '') === index).join(',');
}

/** Renders only the Liquid that the random rules use: paths between braces. */
function rendered(template: string, document: Fields): string {
  const text = template.replaceAll(/\{\{ ([a-z_.]+) \}\}/g, (_all, path: string) => read(document, path));
  return text === template ? text : text.trim();
}

function read(document: Fields, path: string): string {
  const value = path.split('.').reduce<unknown>((of, name) => (of as Fields | undefined)?.[name], document);
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : typeof value === 'boolean' ? `${value}` : '';
}

function write(document: Fields, path: string, value: string): void {
  const [parent = '', child] = path.split('.');
  if (child === undefined) {
    if (value !== '') document[parent] = parent === 'tags' ? value.split(',') : value;
    else if (parent === 'booking_date') document[parent] = null;
    else delete document[parent];
    return;
  }
  const members = { ...(document[parent] as Fields | undefined) };
  if (value === '') delete members[child];
  else members[child] = value;
  document[parent] = members;
  if (Object.keys(members).length === 0 && parent !== 'mapped_fields') delete document[parent];
}
