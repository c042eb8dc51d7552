import { boundedJson } from '../../mapping/document-limits';
import { AnswerBeyondLimits, counted } from './answer-beyond-limits';
import { ANSWER_LIMITS } from './answer-limits';
import { AnswerRows, TOO_LONG_ROW } from './read-answer';

/** Takes the text of a value, part by part. */
export interface TextSink {
  add(text: string): void;
}

/** Collects the whole text outside the transactions. */
export class OtherText implements TextSink {
  text = '';

  /** @throws AnswerBeyondLimits */
  add(text: string): void {
    this.text += text;
    if (this.text.length > ANSWER_LIMITS.otherChars) throw TOO_LONG;
  }
}

const TOO_LONG = new AnswerBeyondLimits(
  'other',
  `The server's answer has more than ${counted(ANSWER_LIMITS.otherChars)} characters beside its transactions.`,
);

/** Collects the text of one transaction, and drops text beyond its limit. */
export class RowText implements TextSink {
  private text = '';
  private isTooLong = false;

  add(text: string): void {
    if (this.isTooLong) return;
    this.text += text;
    this.isTooLong = this.text.length > ANSWER_LIMITS.rowChars;
  }

  get line(): string {
    return this.isTooLong ? `${TOO_LONG_ROW}${boundedJson(this.text)}` : this.text;
  }
}

/** Lines are made bytes when they are so many characters. */
const PORTION_CHARS = 256 * 1024;

/** The transactions of one account. */
export class RowLines {
  private readonly portions: Buffer[] = [];
  private lines: string[] = [];
  private chars = 0;
  private count = 0;
  private isCut = false;

  add(row: RowText): void {
    if (this.count >= ANSWER_LIMITS.rowsPerAccount) {
      this.isCut = true;
      return;
    }
    const { line } = row;
    this.count += 1;
    this.lines.push(`${line}\n`);
    this.chars += line.length;
    if (this.chars >= PORTION_CHARS) this.flush();
  }

  end(): AnswerRows {
    this.flush();
    // Not from the pool that small buffers share, because the memory is transferred to another thread.
    const all = Buffer.concat(this.portions);
    const lines = new Uint8Array(all.length);
    lines.set(all);
    return { lines, count: this.count, isCut: this.isCut };
  }

  private flush(): void {
    this.portions.push(Buffer.from(this.lines.join(''), 'utf8'));
    this.lines = [];
    this.chars = 0;
  }
}
