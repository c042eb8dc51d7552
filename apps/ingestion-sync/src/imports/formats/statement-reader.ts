import { StatementItem } from './statement';

/** Reads one file of one format, given its text in pieces of any size. */
export interface StatementReader {
  /** Returns the items that this text completes. */
  read(text: string): StatementItem[] | Promise<StatementItem[]>;
  /** Returns the items that were incomplete until the end of the file. */
  end(): StatementItem[] | Promise<StatementItem[]>;
}
