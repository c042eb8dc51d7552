import type { CategoryEvidence } from '@tributary/contracts';
import { Described, Evidence, evidenceOf, PARTY_KINDS } from './evidence';

/** Number of choices that count for one piece of evidence: what a user does now says more than two years ago. */
const CHOICES_PER_KEY = 10;

/** Imaginary tries before a certainty is measured: more for weak evidence, which must earn trust on this user's rows. */
const PRIOR_TRIES = { party: 4, other: 10 } as const;
/** A single choice says little: of `n` equal choices the prior expects `n / (n + doubt)` to be right. */
const PRIOR_DOUBT = { party: 1, other: 3 } as const;
/** Prior of evidence that other evidence contradicts. */
const DISPUTED = 0.8;
const DISPUTE_SHARE = 0.8;
const DISPUTE_CHOICES = 2;

/** A category for a transaction, with its reason: `agreeing` of the last `of` choices with this evidence were it. */
export interface LearnedCategory {
  readonly categoryId: string;
  /** Share of the user's earlier transactions of which such a suggestion was right: 0 to 1. */
  readonly certainty: number;
  readonly evidence: CategoryEvidence;
  readonly agreeing: number;
  readonly of: number;
}

interface Finding {
  readonly kind: CategoryEvidence;
  readonly categoryId: string;
  readonly agreeing: number;
  readonly of: number;
  /** Whether the latest choice was this category, too. */
  readonly isLatest: boolean;
}

interface Tries {
  right: number;
  all: number;
}

/**
 * Learns which categories a user chooses, from nothing else than these choices. Each piece of evidence has the last
 * choices made with it. A suggestion is the most frequent of them for the piece that was most reliable until now:
 * before a choice is learned, the learner suggests by itself, and counts for each grade of evidence how often it was
 * right. So its certainty is measured on this user's rows, and a budget in which amounts say nothing learns that.
 */
export class CategoryLearner {
  private readonly choices = new Map<string, string[]>();
  private readonly tries = new Map<string, Tries>();

  /** Takes one transaction of which the user chose the category; the oldest first. */
  learn(document: Described, categoryId: string): void {
    const evidence = evidenceOf(document);
    this.test(evidence, categoryId);
    for (const { key } of evidence) {
      const choices = this.choices.get(key);
      if (choices === undefined) this.choices.set(key, [categoryId]);
      else if (choices.push(categoryId) > CHOICES_PER_KEY) choices.shift();
    }
  }

  /** Returns the most certain category, or null if nothing was learned from a transaction like it. */
  suggest(document: Described): LearnedCategory | null {
    return this.mostCertain(evidenceOf(document))?.suggestion ?? null;
  }

  private test(evidence: readonly Evidence[], categoryId: string): void {
    const best = this.mostCertain(evidence);
    if (best === null) return;
    const tries = this.tries.get(best.grade) ?? { right: 0, all: 0 };
    tries.all += 1;
    if (best.suggestion.categoryId === categoryId) tries.right += 1;
    this.tries.set(best.grade, tries);
  }

  private mostCertain(evidence: readonly Evidence[]): { suggestion: LearnedCategory; grade: string } | null {
    const findings = evidence.flatMap((piece) => this.find(piece));
    let best: { suggestion: LearnedCategory; grade: string } | null = null;
    for (const finding of findings) {
      const isDisputed = findings.some((other) => contradicts(other, finding));
      const grade = gradeOf(finding, isDisputed);
      const certainty = this.certaintyOf(finding, isDisputed, grade);
      if (best !== null && certainty <= best.suggestion.certainty) continue;
      const { categoryId, kind, agreeing, of } = finding;
      best = { grade, suggestion: { categoryId, certainty, evidence: kind, agreeing, of } };
    }
    return best;
  }

  private find({ kind, key }: Evidence): Finding[] {
    const choices = this.choices.get(key);
    return choices === undefined ? [] : [{ kind, ...mostFrequent(choices) }];
  }

  private certaintyOf(finding: Finding, isDisputed: boolean, grade: string): number {
    const strength = PARTY_KINDS.has(finding.kind) ? 'party' : 'other';
    const { right, all } = this.tries.get(grade) ?? { right: 0, all: 0 };
    const share = finding.agreeing / finding.of;
    const expected = (share * finding.agreeing) / (finding.agreeing + PRIOR_DOUBT[strength]);
    const prior = PRIOR_TRIES[strength];
    return (right + prior * expected * (isDisputed ? DISPUTED : 1)) / (all + prior);
  }
}

function contradicts(other: Finding, finding: Finding): boolean {
  return (
    other.categoryId !== finding.categoryId &&
    other.of >= DISPUTE_CHOICES &&
    other.agreeing / other.of >= DISPUTE_SHARE
  );
}

/** The most frequent choice; of equally frequent ones the latest. */
function mostFrequent(choices: readonly string[]): Omit<Finding, 'kind'> {
  const counts = new Map<string, number>();
  let [categoryId, agreeing] = ['', 0];
  for (const choice of choices) {
    const count = (counts.get(choice) ?? 0) + 1;
    counts.set(choice, count);
    if (count >= agreeing) [categoryId, agreeing] = [choice, count];
  }
  return { categoryId, agreeing, of: choices.length, isLatest: choices.at(-1) === categoryId };
}

/** Findings of one grade are expected to be right equally often. */
function gradeOf({ kind, agreeing, of, isLatest }: Finding, isDisputed: boolean): string {
  return [
    kind,
    stepOf(agreeing / of, [0.5, 0.75, 0.9, 1]),
    stepOf(of, [2, 3, 5, 10]),
    isLatest,
    isDisputed,
  ].join(' ');
}

/** The number of limits that the value reaches. */
function stepOf(value: number, limits: readonly number[]): number {
  return limits.filter((limit) => value >= limit).length;
}
