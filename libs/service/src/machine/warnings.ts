/** Says when a warning begins and when it is over. */
export interface WarningLines {
  readonly begins: (words: string) => void;
  readonly isOver: (words: string) => void;
}

/** What an operator should mend before it stops any work. Readiness shows it, and stays ready. */
export class Warnings {
  private readonly lasting = new Map<string, string>();

  constructor(private readonly lines: WarningLines) {}

  /** It is so, or is still; the words may change, and only the first ones are said. */
  warn(kind: string, words: string): void {
    const isNew = !this.lasting.has(kind);
    this.lasting.set(kind, words);
    if (isNew) this.lines.begins(words);
  }

  /** It is not so, or no longer: said if it was. */
  clear(kind: string, words: string): void {
    if (this.lasting.delete(kind)) this.lines.isOver(words);
  }

  has(kind: string): boolean {
    return this.lasting.has(kind);
  }

  /** One line each, without addresses, names or paths, because readiness shows them to anybody. */
  current(): string[] {
    return [...this.lasting.values()];
  }
}
