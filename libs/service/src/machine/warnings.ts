/** Reports the beginning and the end of a warning. */
export interface WarningLines {
  readonly begins: (words: string) => void;
  readonly isOver: (words: string) => void;
}

/** Conditions that an operator should correct before they stop any work. Readiness shows them, and stays ready. */
export class Warnings {
  private readonly lasting = new Map<string, string>();

  constructor(private readonly lines: WarningLines) {}

  /** Begins or continues a warning; the words may change, and only the first ones are reported. */
  warn(kind: string, words: string): void {
    const isNew = !this.lasting.has(kind);
    this.lasting.set(kind, words);
    if (isNew) this.lines.begins(words);
  }

  /** Ends a warning; reported if there was one. */
  clear(kind: string, words: string): void {
    if (this.lasting.delete(kind)) this.lines.isOver(words);
  }

  has(kind: string): boolean {
    return this.lasting.has(kind);
  }

  /** Lasting warnings in one line each, without addresses, names or paths, because readiness shows them to anybody. */
  current(): string[] {
    return [...this.lasting.values()];
  }
}
