import { changedEdits, TransactionEdits } from './edits';

/** Edits of two rows that became one. */
export interface MergedEdits {
  readonly edits: TransactionEdits | null;
  /** Edits that the remaining row took over from the other row. */
  readonly filled: TransactionEdits | null;
}

/** Merges edits member by member: edits of the remaining row win, and edits of the other row fill the gaps. */
export function mergeEdits(kept: TransactionEdits | null, other: TransactionEdits | null): MergedEdits {
  const filled: TransactionEdits | null = missingMembers(kept ?? {}, other ?? {});
  return { edits: filled === null ? kept : changedEdits(kept, filled), filled };
}

/** Removes the edits that a merge took over; edits that the user changed since then stay. */
export function withoutFilled(
  edits: TransactionEdits | null,
  filled: TransactionEdits | null,
): TransactionEdits | null {
  if (edits === null || filled === null) return edits;
  return withoutMembers(edits, filled);
}

type Members = Readonly<Record<string, unknown>>;

function missingMembers(kept: Members, other: Members): Members | null {
  const missing = Object.entries(other).flatMap(([field, value]): [string, unknown][] => {
    const known = kept[field];
    if (known === undefined) return [[field, value]];
    const members = isMembers(known) && isMembers(value) ? missingMembers(known, value) : null;
    return members === null ? [] : [[field, members]];
  });
  return missing.length === 0 ? null : Object.fromEntries(missing);
}

function withoutMembers(edits: Members, filled: Members): Members | null {
  const left = Object.entries(edits).flatMap(([field, value]): [string, unknown][] => {
    const taken = filled[field];
    if (!isMembers(value) || !isMembers(taken)) return value === taken ? [] : [[field, value]];
    const members = withoutMembers(value, taken);
    return members === null ? [] : [[field, members]];
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
