import { SaxesParser, SaxesTagPlain } from 'saxes';
import { STATEMENT_LIMITS } from '../limits';
import { StatementProblem } from '../statement-problem';
import { DOCUMENT, KnownElement } from './known-elements';

/** Receives the elements in the order of the file. */
export interface ElementHandler {
  open(path: string, line: number): void;
  /** The text of an element, and its currency where it has one. */
  value(path: string, text: string, currency: string | undefined): void;
  close(path: string): void;
}

/**
 * Reads XML with saxes, which knows no external entities and expands none but XML's own. Elements are known by their
 * local names, whatever their prefix; those that are not read cost no memory.
 */
export class CamtElements {
  private readonly parser = new SaxesParser();
  private readonly stack: KnownElement[] = [DOCUMENT];
  /** How deep within elements that are not read. */
  private passedOver = 0;
  private depth = 0;
  private sawStatement = false;
  private charsSinceEvent = 0;
  private text = '';
  private currency: string | undefined;

  /**
   * Five handlers: saxes keeps each in a field that it adds, and from the seventh on V8 reads the parser's fields at a
   * quarter of the speed. So attributes are counted at the end of their tag, comments and
   * processing instructions count as part of what is around them, and errors are thrown.
   */
  constructor(private readonly handler: ElementHandler) {
    const { parser } = this;
    parser.on('opentag', (tag) => this.openTag(tag));
    parser.on('closetag', () => this.closeTag());
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
    parser.on('doctype', () => this.refuse(DOCUMENT_TYPE));
  }

  /** @throws StatementProblem where the text is not well-formed, or costs more than a statement may */
  read(text: string): void {
    if (text === '') return;
    // A document type is reported at its end only, and may be as long as the file.
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
    // An element with children may have text instead of them, as the status of an entry until version 8.
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

  /** Without a handler for errors, saxes throws them. */
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
