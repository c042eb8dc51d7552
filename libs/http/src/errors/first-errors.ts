import type { FieldErrors } from '@tributary/contracts';
import { ERRORS_MAX } from '../validation/unfit-members';

const PATH_LENGTH_MAX = 200;
/** Below the maximum of 64 KB of an error response, in UTF-8 and as JSON. */
const BYTES_MAX = 48 * 1024;

/**
 * The first errors, as many as fit into a response; its `message` has the number of all. A response must not repeat
 * many times the data that a client sent.
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
  return Object.fromEntries(kept); // `fromEntries` defines members: a path may be `__proto__`
}
