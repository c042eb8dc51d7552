import { CommandResult, PreviewRule } from '@tributary/contracts';
import { PreviewMatch } from '../../evaluation/try-rule';

/** The size limit of the matches, which are part of one message. */
const MATCHES_BYTES_MAX = 300_000;

/** Counts the results of a rule, and collects the first matches. */
export class Tally {
  scanned = 0;
  private matched = 0;
  private changed = 0;
  private failed = 0;
  private bytes = 0;
  private readonly matches: PreviewMatch[] = [];

  constructor(private readonly matchesMax: number) {}

  /** Adds all results of one transaction. */
  add(found: readonly PreviewMatch[]): void {
    this.scanned += 1;
    if (found.length === 0) return;
    this.matched += 1;
    if (found.some(({ changes }) => changes.length > 0)) this.changed += 1;
    if (found.some(({ error }) => error !== null)) this.failed += 1;
    for (const match of found) this.keep(match);
  }

  result(more: boolean): CommandResult<typeof PreviewRule> {
    const { scanned, matched, changed, failed, matches } = this;
    return { scanned, matched, changed, failed, more, matches };
  }

  private keep(match: PreviewMatch): void {
    if (this.matches.length >= this.matchesMax) return;
    const bytes = Buffer.byteLength(JSON.stringify(match));
    if (this.bytes + bytes > MATCHES_BYTES_MAX) return;
    this.bytes += bytes;
    this.matches.push(match);
  }
}
