import { addAll, RuleField, TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { documentWith, readField } from './document-fields';
import { TransactionFacts } from './facts';
import { isEverything, seenDocument, seenFacts, Sight } from './sight';

/** Decimals with at most 15 digits; as binary numbers they have the same order, and are equal if the decimals are. */
const FEW_DIGITS = /^-?\d{1,11}(?:\.\d{1,4})?$/;

/**
 * A transaction while rules run over it. Documents are immutable: each setting makes a new one, so the original stays
 * available, and a failed rule is reverted by restoring the earlier document.
 */
export class Subject {
  private current: TransactionDocument;
  private readonly touched: RuleField[] = [];
  /** The field values in lower case and as numbers, by slot; each is computed once for all conditions. */
  private lowered: (string | undefined)[] = [];
  private numbers: (number | undefined)[] = [];
  /** Copies with only the parts that less privileged authors may read, created when the first of their rules runs. */
  private redactedCopies: {
    readonly sight: Sight;
    readonly source: TransactionDocument;
    readonly subject: Subject;
  }[] = [];

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

  /**
   * Returns the current state with only the parts of this sight, for reading. Rules write to this subject and not to
   * the copy.
   */
  seenBy(sight: Sight): Subject {
    if (isEverything(sight)) return this;
    const known = this.redactedCopies.find(
      (one) => one.sight.identifiers === sight.identifiers && one.sight.account === sight.account,
    );
    if (known?.source === this.current) return known.subject;
    const subject = new Subject(seenDocument(this.current, sight), seenFacts(this.facts, sight));
    this.redactedCopies = [
      ...this.redactedCopies.filter((one) => one !== known),
      { sight, source: this.current, subject },
    ];
    return subject;
  }

  /** Returns whether the user set the field; rules do not change it then. */
  isEdited(fieldName: string): boolean {
    return this.original.edited_fields?.includes(fieldName) ?? false;
  }

  text(field: RuleField): string {
    return readField(field.source === 'document' ? this.current : this.facts, field);
  }

  loweredText(field: RuleField): string {
    const { slot } = field;
    if (slot === -1) return this.text(field).toLowerCase();
    return this.lowered[slot] ?? (this.lowered[slot] = this.text(field).toLowerCase());
  }

  /** Returns a decimal as a number with the same order; NaN if it is missing, no decimal, or has too many digits. */
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

  /** Restores an earlier `document` of this subject. */
  restore(document: TransactionDocument): void {
    if (this.current === document) return;
    this.current = document;
    this.lowered = [];
    this.numbers = [];
  }

  /** Returns a copy of the current state, for other rules. */
  copy(): Subject {
    const copy = new Subject(this.original, this.facts);
    copy.current = this.current;
    addAll(copy.touched, this.touched);
    return copy;
  }

  /** Returns whether the document differs from the original. */
  differs(): boolean {
    if (this.current === this.original) return false;
    for (const field of this.touched) {
      if (readField(this.original, field) !== this.text(field)) return true;
    }
    return false;
  }
}

/** Returns the decimal as a number if numbers of its size have the order of the decimals, else NaN. */
export function orderedNumber(text: string): number {
  return FEW_DIGITS.test(text) ? Number(text) : NaN;
}
