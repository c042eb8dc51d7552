import { SaxesParser, SaxesTagPlain } from 'saxes';
import { STATEMENT_LIMITS } from '../limits';
import { StatementProblem } from '../statement-problem';
import { DOCUMENT, KnownElement } from './known-elements';

/** Receives the elements in the order of the file. */
export interface ElementHandler {
  open(path: string, line: number): void;
  /** Receives the text of an element, and its currency if it has one. */
  value(path: string, text: string, currency: string | undefined): void;
  close(path: string): void;
}

/**
 * Parses XML with saxes, which resolves no external entities and expands only XML's own. Elements are recognized by
 * their local names, whatever their prefix; unknown elements use no memory.
 */
export class CamtElements {
  private readonly parser = new SaxesParser();
  private readonly stack: KnownElement[] = [DOCUMENT];
  /** The depth within unknown elements. */
  private passedOver = 0;
  private depth = 0;
  private sawStatement = false;
  private charsSinceEvent = 0;
  private text = '';
  private currency: string | undefined;

  /**
   * Sets only five handlers: saxes adds a field for each, and with seven V8 reads the parser's fields at a quarter of
   * the speed. So attributes are counted at the end of their tag, comments and processing instructions count as part of
   * the text around them, and errors are thrown.
   */
  constructor(private readonly handler: ElementHandler) {
    const { parser } = this;
    parser.on('opentag', (tag) => this.openTag(tag));
    parser.on('closetag', () => this.closeTag());
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
    parser.on('doctype', () => this.refuse(DOCUMENT_TYPE));
  }

  /**
   * Parses a piece of the file.
   * @throws StatementProblem if the text is not well-formed, or exceeds the limits of a statement
   */
  read(text: string): void {
    if (text === '') return;
    // saxes reports a document type only at its end, and it may be as long as the file.
    if (!this.sawStatement && text.includes('<!DOCTYPE')) {
      this.refuse(DOCUMENT_TYPE);
    }
    this.charsSinceEvent += text.length;
    this.wellFormed(() => this.parser.write(text));
    if (this.charsSinceEvent > STATEMENT_LIMITS.tokenChars) this.refuse('A text in the file is too long.');
  }

  end(): void {
    this.wellFormed(() => this.parser.close());
    if (!this.sawStatement) this.refuse('The file has no statement.');
  }

  get line(): number {
    return this.parser.line;
  }

  private openTag({ name, attributes }: SaxesTagPlain): void {
    this.sawEvent();
    this.depth += 1;
    if (this.depth > STATEMENT_LIMITS.depth) this.refuse('The file is nested too deeply.');
    let attributesLeft: number = STATEMENT_LIMITS.attributes;
    for (const _ in attributes) {
      if ((attributesLeft -= 1) < 0) this.refuse('An element has too many attributes.');
    }
    const element = this.passedOver > 0 ? undefined : childOf(this.stack.at(-1), name);
    if (element === undefined) {
      this.passedOver += 1;
      return;
    }
    this.stack.push(element);
    this.text = '';
    this.currency = attributes['Ccy'];
    if (isStatement(element)) this.sawStatement = true;
    if (element.children.size > 0) this.handler.open(element.path, this.parser.line);
  }

  private closeTag(): void {
    this.sawEvent();
    this.depth -= 1;
    if (this.passedOver > 0) {
      this.passedOver -= 1;
      return;
    }
    const element = this.stack.pop();
    if (element === undefined) return;
    // An element with children may contain a text instead, like the status of an entry before version 8.
    if (element.leaf && this.text.trim() !== '') this.handler.value(element.path, this.text, this.currency);
    if (element.children.size > 0) this.handler.close(element.path);
    this.text = '';
  }

  private addText(text: string): void {
    this.sawEvent();
    if (this.passedOver > 0 || this.stack.at(-1)?.leaf !== true) return;
    if (this.text.length <= STATEMENT_LIMITS.fieldChars) this.text += text;
  }

  private sawEvent(): void {
    this.charsSinceEvent = 0;
  }

  /** Without an error handler saxes throws errors. */
  private wellFormed(parse: () => void): void {
    try {
      parse();
    } catch (error) {
      if (error instanceof StatementProblem) throw error;
      this.refuse('The file is not well-formed XML.');
    }
  }

  private refuse(reason: string): never {
    throw new StatementProblem(reason, this.parser.line);
  }
}

const DOCUMENT_TYPE = 'The file declares entities or a document type, which is not read.';

function isStatement({ path }: KnownElement): boolean {
  return path === 'Document/BkToCstmrStmt' || path === 'Document/BkToCstmrAcctRpt';
}

function childOf(element: KnownElement | undefined, name: string): KnownElement | undefined {
  return element?.children.get(name) ?? element?.children.get(name.slice(name.indexOf(':') + 1));
}
