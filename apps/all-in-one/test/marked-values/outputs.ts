import { marksIn } from './marks';

/** The outputs in which stored data may appear. */
export const OUTPUTS = [
  'REST',
  'error answers',
  'previews',
  'conditions',
  'rule logs',
  'webhook bodies',
  'webhook lists',
  'feed',
  'destination',
  'transfer logs',
  'export',
  'logs',
  'traces',
] as const;
export type Output = (typeof OUTPUTS)[number];

/** The marks that one output showed. */
export interface Outcome {
  texts: number;
  readonly marks: Set<string>;
  /** The first source of each mark. */
  readonly from: Map<string, string>;
}

/** Collects everything that one author saw, by output; only the marks of the texts are stored. */
export class Outputs {
  private readonly seen = new Map<Output, Outcome>();

  at(output: Output): Outcome {
    const known = this.seen.get(output);
    if (known) return known;
    const made: Outcome = { texts: 0, marks: new Set(), from: new Map() };
    this.seen.set(output, made);
    return made;
  }

  note(output: Output, source: string, text: string): void {
    const outcome = this.at(output);
    outcome.texts += 1;
    for (const mark of marksIn(text)) {
      outcome.marks.add(mark);
      if (!outcome.from.has(mark)) outcome.from.set(mark, source);
    }
  }

  /** Returns each mark with its output and its source. */
  findings(): string[] {
    return OUTPUTS.flatMap((output) =>
      [...this.at(output).from].map(([mark, source]) => `${output}: ${mark} (${source})`),
    );
  }

  allMarks(): ReadonlySet<string> {
    return new Set(OUTPUTS.flatMap((output) => [...this.at(output).marks]));
  }
}
