import { holderOf, RuleField, TransactionDocument } from '@tributary/contracts';

type Members = Readonly<Record<string, unknown>>;

/**
 * A field's value as text; the empty text where the document, or the facts, do not have it. The table has no field
 * by the name of anything that every object inherits, so that members need not be distinguished from those.
 */
export function readField(of: object, { path, whenAbsent = '' }: RuleField): string {
  let value: unknown = of;
  for (let depth = 0; depth < path.length; depth += 1) {
    if (typeof value !== 'object' || value === null) return '';
    value = (value as Members)[path[depth] as string];
  }
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : whenAbsent;
}

/**
 * A copy of the document with the field set. The bank's sign says who holds the account, whatever is made of the amount.
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
 * A copy of the document with the field set; what is not on the path is shared with the original. An object
 * that loses its last member is left out, as empty optional fields are.
 */
function withField(document: TransactionDocument, field: RuleField, value: string): TransactionDocument {
  const stored = value === '' ? (field.whenEmpty === 'null' ? null : undefined) : value;
  return withMember(document, field.path, 0, stored) as TransactionDocument;
}

function withMember(of: Members, path: readonly string[], depth: number, value: string | null | undefined) {
  const name = path[depth] ?? '';
  const current = Object.hasOwn(of, name) ? of[name] : undefined;
  const isLast = depth === path.length - 1;
  const next = isLast ? value : withMember(isMembers(current) ? current : {}, path, depth + 1, value);
  const copy: Record<string, unknown> = { ...of };
  const isGone = next === undefined || (isMembers(next) && Object.keys(next).length === 0);
  // `mapped_fields` is required: it stays, also when it is empty.
  if (isGone && !(depth === 0 && name === 'mapped_fields')) delete copy[name];
  else copy[name] = next;
  return copy;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
