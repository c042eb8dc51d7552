import { STATEMENT_LIMITS } from '../limits';

/** Splits text into lines, with any kind of line end. Of a line that is too long only the beginning is used. */
export class TextLines {
  private rest = '';
  private number = 0;

  /** @param line receives each line and its number from 1 */
  constructor(private readonly line: (text: string, number: number) => void) {}

  read(piece: string): void {
    const all = this.rest + piece;
    const ends = /\r\n|\n|\r/g;
    let at = 0;
    for (let end = ends.exec(all); end !== null; end = ends.exec(all)) {
      // A line feed may follow in the next piece.
      if (end[0] === '\r' && ends.lastIndex === all.length) break;
      this.give(all.slice(at, end.index));
      at = ends.lastIndex;
    }
    const rest = all.slice(at);
    const tooLong = rest.length > 2 * STATEMENT_LIMITS.lineBytes;
    this.rest = tooLong
      ? rest.slice(0, STATEMENT_LIMITS.lineBytes) + (rest.endsWith('\r') ? '\r' : '')
      : rest;
  }

  end(): void {
    const last = this.rest.replace(/\r$/, '');
    this.rest = '';
    if (last !== '') this.give(last);
  }

  private give(text: string): void {
    this.number += 1;
    this.line(text.slice(0, STATEMENT_LIMITS.lineBytes), this.number);
  }
}
