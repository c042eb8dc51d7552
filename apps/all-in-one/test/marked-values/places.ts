import { marksIn } from './marks';

/** Where what is stored may come out. */
export const PLACES = [
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
export type Place = (typeof PLACES)[number];

/** What came out at one place. */
export interface Outcome {
  texts: number;
  readonly marks: Set<string>;
  /** Where each mark was seen first. */
  readonly from: Map<string, string>;
}

/** All that came out for one author, by place; of the texts only their marks are kept. */
export class Places {
  private readonly seen = new Map<Place, Outcome>();

  at(place: Place): Outcome {
    const known = this.seen.get(place);
    if (known) return known;
    const made: Outcome = { texts: 0, marks: new Set(), from: new Map() };
    this.seen.set(place, made);
    return made;
  }

  note(place: Place, source: string, text: string): void {
    const outcome = this.at(place);
    outcome.texts += 1;
    for (const mark of marksIn(text)) {
      outcome.marks.add(mark);
      if (!outcome.from.has(mark)) outcome.from.set(mark, source);
    }
  }

  /** Each mark with its place and what showed it. */
  findings(): string[] {
    return PLACES.flatMap((place) =>
      [...this.at(place).from].map(([mark, source]) => `${place}: ${mark} (${source})`),
    );
  }

  allMarks(): ReadonlySet<string> {
    return new Set(PLACES.flatMap((place) => [...this.at(place).marks]));
  }
}
