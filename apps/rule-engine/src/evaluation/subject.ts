import { TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { readField, withField } from './document-fields';
import { Field } from './fields';

/**
 * A transaction while rules run over it. Documents are never changed in place: each setting makes a new one, so
 * that the original stays what it was and a failed rule is taken back by putting the earlier one in place.
 */
export class Subject {
  private current: TransactionDocument;
  private readonly touched = new Set<Field>();
  /** Lower-cased once per field, however many conditions look at it. */
  private readonly lowered = new Map<string, string>();

  constructor(private readonly original: TransactionDocument) {
    this.current = original;
  }

  get document(): TransactionDocument {
    return this.current;
  }

  get isOutflow(): boolean {
    return isOutflow(this.current.amount);
  }

  text(field: Field): string {
    return readField(this.current, field);
  }

  loweredText(field: Field): string {
    let text = this.lowered.get(field.name);
    if (text === undefined) {
      text = this.text(field).toLowerCase();
      this.lowered.set(field.name, text);
    }
    return text;
  }

  set(field: Field, value: string): void {
    this.touched.add(field);
    this.lowered.delete(field.name);
    this.current = withField(this.current, field, value);
  }

  /** Puts an earlier `document` of this subject back. */
  restore(document: TransactionDocument): void {
    this.current = document;
    this.lowered.clear();
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
