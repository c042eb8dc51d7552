import { StatementItem } from './statement';

/** Reads one file of one format, given its text in pieces of any size. */
export interface StatementReader {
  /** What the text so far completes. */
  read(text: string): StatementItem[] | Promise<StatementItem[]>;
  /** What was still open at the end of the file. */
  end(): StatementItem[] | Promise<StatementItem[]>;
}
