import { holderOf, RuleField, TransactionDocument } from '@tributary/contracts';
import { expandedEnrichment } from '@tributary/merchants';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a field's value as text; empty if the document or the facts do not have it. No field of the table is named
 * like a member of `Object.prototype`, so inherited members need no check.
 */
export function readField(of: object, { path, type, whenAbsent = '' }: RuleField): string {
  let value: unknown = of;
  let depth = 0;
  if (path[0] === 'enriched' && 'enriched' in of && isMembers(of.enriched)) {
    // Stored without what follows from the tables of merchants.
    value = expandedEnrichment(of.enriched);
    depth = 1;
  }
  for (; depth < path.length; depth += 1) {
    if (typeof value !== 'object' || value === null) return '';
    value = (value as Members)[path[depth] as string];
  }
  if (typeof value === 'string') return value;
  if (type === 'tags' && Array.isArray(value)) return value.join(',');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : whenAbsent;
}

/**
 * Returns a copy of the document with the field set. The party that owns the account follows from the sign of the
 * bank's amount, whatever amount a rule sets.
 */
export function documentWith(
  document: TransactionDocument,
  field: RuleField,
  value: string,
): TransactionDocument {
  const { holder: _noted, ...changed } = withField(document, field, value);
  const holder = holderOf(document);
  return holderOf(changed) === holder ? changed : { ...changed, holder };
}

/**
 * Returns a copy of the document with the field set; objects outside of the path are shared with the original. An
 * object that loses its last member is removed, as documents leave out empty optional fields.
 */
function withField(document: TransactionDocument, field: RuleField, value: string): TransactionDocument {
  const stored = value === '' ? (field.whenEmpty === 'null' ? null : undefined) : storedValue(field, value);
  return withMember(document, field.path, 0, stored) as TransactionDocument;
}

function storedValue({ type }: RuleField, value: string): string | string[] {
  return type === 'tags' ? value.split(',') : value;
}

function withMember(
  of: Members,
  path: readonly string[],
  depth: number,
  value: string | string[] | null | undefined,
) {
  const name = path[depth] ?? '';
  const current = Object.hasOwn(of, name) ? of[name] : undefined;
  const isLast = depth === path.length - 1;
  const next = isLast ? value : withMember(isMembers(current) ? current : {}, path, depth + 1, value);
  const copy: Record<string, unknown> = { ...of };
  const isGone = next === undefined || (isMembers(next) && Object.keys(next).length === 0);
  // `mapped_fields` is required, so it stays even if it is empty.
  if (isGone && !(depth === 0 && name === 'mapped_fields')) delete copy[name];
  else copy[name] = next;
  return copy;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
