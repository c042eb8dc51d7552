/** A file that cannot be read to its end. The message is for the user and never contains the file's text. */
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

/** An entry that cannot be read, unlike those around it. The message has the reason and never contains the text. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable';
}
