import { FieldChange } from '@tributary/contracts';

const CHANGES_MAX = 100;
/** A message holds half a megabyte; the changes share it with the rest. */
const BYTES_MAX = 200_000;

/** The first changes of an application, for people to look at; as many as a message holds. */
export function keepChanges(
  kept: readonly FieldChange[],
  more: readonly FieldChange[],
): readonly FieldChange[] {
  if (kept.length >= CHANGES_MAX || more.length === 0) return kept;
  const changes = [...kept];
  let bytes = Buffer.byteLength(JSON.stringify(kept));
  for (const change of more) {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    if (changes.length >= CHANGES_MAX || bytes > BYTES_MAX) break;
    changes.push(change);
  }
  return changes;
}
