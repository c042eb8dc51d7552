import { BookedField, ChangedRow } from '../destination.port';
import { TransferContent } from '../transfer-content';

type Change = Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>;

/** A destination's fields by the group that a link may leave unchanged when a transaction books. */
export type FieldGroups<Name extends PropertyKey> = Readonly<Record<BookedField, readonly Name[]>>;

/** A field that a change writes. */
export interface FieldChange<Value> {
  readonly name: string;
  /** The value sent before; null if it is unknown. */
  readonly before: Value | null;
  readonly after: Value;
}

/** Describes how a destination whose fields have any names stores a transaction. */
interface FieldMapping<Value> {
  readonly toFields: (content: TransferContent) => ReadonlyMap<string, Value>;
  readonly groups: FieldGroups<string>;
  readonly empty: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/**
 * Returns the fields that differ from what was sent, without the groups to leave unchanged. A field that rules no
 * longer set becomes empty.
 */
export function fieldChanges<Value>(
  { sent, wanted, leave }: Change,
  { toFields, groups, empty, same }: FieldMapping<Value>,
): FieldChange<Value>[] {
  const after = toFields(wanted);
  const before = sent && toFields(sent);
  const left = leftAlone(leave, groups);
  return [...new Set([...after.keys(), ...(before?.keys() ?? [])])]
    .filter((name) => !left.has(name))
    .map((name) => ({
      name,
      before: before && (before.get(name) ?? empty),
      after: after.get(name) ?? empty,
    }))
    .filter((change) => change.before === null || !same(change.before, change.after));
}

/** The same for a destination that stores a transaction as an object; members that are no longer set remain. */
export function changedMembers<Fields extends object>(
  { sent, wanted, leave }: Change,
  toFields: (content: TransferContent) => Fields,
  groups: FieldGroups<keyof Fields>,
): Partial<Fields> {
  const after = toFields(wanted);
  const before: Partial<Fields> = sent === null ? {} : toFields(sent);
  const left = leftAlone(leave, groups);
  const names = Object.keys(after) as (keyof Fields)[];
  const changed: Partial<Fields> = {};
  for (const name of names) if (after[name] !== before[name] && !left.has(name)) changed[name] = after[name];
  return changed;
}

function leftAlone<Name extends PropertyKey>(
  leave: ReadonlySet<BookedField>,
  groups: FieldGroups<Name>,
): ReadonlySet<Name> {
  return new Set([...leave].flatMap((field) => groups[field]));
}
