/** A file that cannot be read to its end. The message is for the user and never repeats the file's text. */
export class StatementProblem extends Error {
  override readonly name = 'StatementProblem';

  /** @param line where reading stopped, from 1 */
  constructor(
    reason: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? reason : `${reason} (line ${line})`);
  }
}

/** An entry that cannot be read; those around it can. The message gives the reason and does not repeat the text. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable';
}
