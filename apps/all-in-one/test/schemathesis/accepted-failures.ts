import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A reported failure that is none, with the reason. The other members are those of Schemathesis. */
interface AcceptedFailure {
  readonly operation: string;
  readonly check: string;
  readonly failure: string;
  readonly signature: string;
  readonly reason: string;
}

/** A baseline of Schemathesis. */
interface AcceptedFailures {
  readonly format_version: 1;
  readonly entries: readonly AcceptedFailure[];
}

/**
 * Reads the baseline.
 * @throws Error if an entry has no reason
 */
export function acceptedFailures(): AcceptedFailures {
  const text = readFileSync(path.join(__dirname, 'accepted-failures.json'), 'utf8');
  const accepted = JSON.parse(text) as AcceptedFailures;
  const unexplained = accepted.entries.filter(({ reason }) => (reason ?? '').trim() === '');
  if (unexplained.length === 0) return accepted;
  throw new Error(`accepted without a reason: ${unexplained.map(({ operation }) => operation).join(', ')}`);
}

/**
 * Returns the entries that a run did not use.
 * @param left the file from which the run removed the used ones
 */
export function unusedEntries(accepted: AcceptedFailures, left: string): AcceptedFailure[] {
  const met = (JSON.parse(left) as AcceptedFailures).entries.map(identity);
  return accepted.entries.filter((one) => !met.includes(identity(one)));
}

function identity({ operation, check, failure, signature }: AcceptedFailure): string {
  return JSON.stringify([operation, check, failure, signature]);
}
