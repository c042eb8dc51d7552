import { BookedField, ChangedRow } from './destination.port';
import { TransferContent } from './transfer-content';

type Change = Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>;

/** The fields of a destination that go with a group, which a link may leave alone when a transaction books. */
export type FieldGroups<Name extends PropertyKey> = Readonly<Record<BookedField, readonly Name[]>>;

/** A field that a change writes. */
export interface FieldChange<Value> {
  readonly name: string;
  /** What was written before; null where that is not known. */
  readonly before: Value | null;
  readonly after: Value;
}

/** How a destination with fields of any name holds transactions. */
interface FieldMapping<Value> {
  readonly toFields: (content: TransferContent) => ReadonlyMap<string, Value>;
  readonly groups: FieldGroups<string>;
  readonly empty: Value;
  readonly same: (a: Value, b: Value) => boolean;
}

/** What differs from what was sent and is not to be left alone, what a rule does not set any more too. */
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

/** The same for a destination that holds a transaction as an object; what is not set any more stays. */
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
