import type { FieldErrors } from '@tributary/contracts';
import { ERRORS_MAX } from '../validation/unfit-members';

const PATH_LENGTH_MAX = 200;
/** Below the 64 KB that an answer with an error has at most, in UTF-8 and as JSON. */
const BYTES_MAX = 48 * 1024;

/**
 * The first errors, as many as an answer has: its `message` says how many there are in all. What a client sent must not
 * come back many times over.
 */
export function firstErrors(errors: FieldErrors): FieldErrors {
  const kept: [string, string[]][] = [];
  let count = 0;
  let bytes = 0;
  for (const [path, messages] of Object.entries(errors)) {
    const shownPath = path.slice(0, PATH_LENGTH_MAX);
    const shown: string[] = [];
    for (const message of messages) {
      bytes += Buffer.byteLength(JSON.stringify(message)) + Buffer.byteLength(JSON.stringify(shownPath));
      if (count === ERRORS_MAX || (count > 0 && bytes > BYTES_MAX)) break;
      shown.push(bytes > BYTES_MAX ? `${message.slice(0, PATH_LENGTH_MAX)}…` : message);
      count += 1;
    }
    if (shown.length > 0) kept.push([shownPath, shown]);
    if (count === ERRORS_MAX || bytes > BYTES_MAX) break;
  }
  return Object.fromEntries(kept); // defines members: a path may be `__proto__`
}
