import { addAll, RuleField, TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { documentWith, readField } from './document-fields';
import { TransactionFacts } from './facts';
import { isEverything, seenDocument, seenFacts, Sight } from './sight';

/** Decimals of so few digits (15 at most) are ordered as their nearest binary numbers are, and equal where those are. */
const FEW_DIGITS = /^-?\d{1,11}(?:\.\d{1,4})?$/;

/**
 * A transaction while rules run over it. Documents are never changed in place: each setting makes a new one, so
 * that the original stays what it was and a failed rule is taken back by putting the earlier one in place.
 */
export class Subject {
  private current: TransactionDocument;
  private readonly touched: RuleField[] = [];
  /** Lower-cased, or turned into a number, once per field, however many conditions look at it; by slot. */
  private lowered: (string | undefined)[] = [];
  private numbers: (number | undefined)[] = [];
  /** This subject as authors of less sight see it, made when the first of their rules runs. */
  private seen: { readonly sight: Sight; readonly of: TransactionDocument; readonly subject: Subject }[] = [];

  constructor(
    private readonly original: TransactionDocument,
    readonly facts: TransactionFacts,
  ) {
    this.current = original;
  }

  get document(): TransactionDocument {
    return this.current;
  }

  get isOutflow(): boolean {
    return isOutflow(this.current.amount);
  }

  /** What a rule of that sight reads, as it is now. What the rule sets, it sets here and not there. */
  seenBy(sight: Sight): Subject {
    if (isEverything(sight)) return this;
    const known = this.seen.find(
      (one) => one.sight.identifiers === sight.identifiers && one.sight.account === sight.account,
    );
    if (known?.of === this.current) return known.subject;
    const subject = new Subject(seenDocument(this.current, sight), seenFacts(this.facts, sight));
    this.seen = [...this.seen.filter((one) => one !== known), { sight, of: this.current, subject }];
    return subject;
  }

  /** Whether the user set the field: rules leave it alone. */
  isEdited(fieldName: string): boolean {
    return this.original.edited_fields?.includes(fieldName) ?? false;
  }

  text(field: RuleField): string {
    return readField(field.of === 'document' ? this.current : this.facts, field);
  }

  loweredText(field: RuleField): string {
    const { slot } = field;
    if (slot === -1) return this.text(field).toLowerCase();
    return this.lowered[slot] ?? (this.lowered[slot] = this.text(field).toLowerCase());
  }

  /** A decimal as a number that orders the same; NaN where it is missing, no decimal, or too long for that. */
  orderedNumber(field: RuleField): number {
    return this.numbers[field.slot] ?? (this.numbers[field.slot] = orderedNumber(this.text(field)));
  }

  set(field: RuleField, value: string): void {
    this.touched.push(field);
    if (field.slot !== -1) {
      this.lowered[field.slot] = undefined;
      this.numbers[field.slot] = undefined;
    }
    this.current = documentWith(this.current, field, value);
  }

  /** Puts an earlier `document` of this subject back. */
  restore(document: TransactionDocument): void {
    if (this.current === document) return;
    this.current = document;
    this.lowered = [];
    this.numbers = [];
  }

  /** The same transaction as it is now, over which other rules run. */
  copy(): Subject {
    const copy = new Subject(this.original, this.facts);
    copy.current = this.current;
    addAll(copy.touched, this.touched);
    return copy;
  }

  /** Whether the rules left anything different, all in all. */
  differs(): boolean {
    if (this.current === this.original) return false;
    for (const field of this.touched) {
      if (readField(this.original, field) !== this.text(field)) return true;
    }
    return false;
  }
}

/** The decimal as a number where that keeps its order among others of this kind, else NaN. */
export function orderedNumber(text: string): number {
  return FEW_DIGITS.test(text) ? Number(text) : NaN;
}
