import { STATEMENT_LIMITS } from '../limits';
import { StatementProblem } from '../statement-problem';

/** What the tags of a file call, in the order of the file. */
export interface OfxHandler {
  /** A tag that has no text of its own: the beginning of an aggregate, or an element that is empty. */
  open(name: string, line: number): void;
  /** An element and its text, with the entities in it resolved. */
  value(name: string, text: string): void;
  close(name: string): void;
}

/** Longer than any name or text may be: a file that has no `<` for so long is not OFX. */
const TOKEN_CHARS_MAX = STATEMENT_LIMITS.tokenChars;

/**
 * The tags of OFX 1 (SGML, where elements have no end tag) and OFX 2 (XML) by the same rule: a tag with text behind it
 * is an element, one without is an aggregate. OFX has no attributes that matter, and no declared entities.
 */
export class OfxTags {
  private rest = '';
  private line = 1;
  /** The element whose text comes next. */
  private element: { name: string; line: number } | null = null;
  private text = '';

  constructor(private readonly handler: OfxHandler) {}

  /** @throws StatementProblem on declarations, which no OFX has, and on tags that never end */
  read(piece: string): void {
    const all = this.rest === '' ? piece : this.rest + piece;
    let [at, newline] = [0, all.indexOf('\n')];
    const countLines = (to: number): void => {
      for (; newline !== -1 && newline < to; newline = all.indexOf('\n', newline + 1)) this.line += 1;
    };
    for (let open = tagStart(all, 0); open !== -1; open = tagStart(all, at)) {
      countLines(open);
      const close = this.endOfTag(all, open);
      this.addText(all.slice(at, open));
      if (close === -1) {
        this.rest = all.slice(open);
        if (this.rest.length > TOKEN_CHARS_MAX) throw new StatementProblem('A tag does not end.', this.line);
        return;
      }
      if (all.startsWith('<![CDATA[', open)) this.addText(escaped(all.slice(open + 9, close - 3)));
      else this.tag(all.slice(open + 1, close - 1));
      countLines(close);
      at = close;
    }
    this.addText(all.slice(at));
    countLines(all.length);
    this.rest = '';
  }

  /** Ends the last element. */
  end(): void {
    this.addText(this.rest);
    this.rest = '';
    this.flush();
  }

  get currentLine(): number {
    return this.line;
  }

  /** The index behind the tag, or -1 where it is not complete. */
  private endOfTag(all: string, open: number): number {
    const next = all.charCodeAt(open + 1);
    if (next === 33 /* ! */) return this.endOfDeclaration(all, open);
    return all.indexOf('>', open) + 1 || -1;
  }

  private endOfDeclaration(all: string, open: number): number {
    const start = all.slice(open, open + 9);
    if (start.length < 9 && ('<![CDATA['.startsWith(start) || '<!--'.startsWith(start.slice(0, 4))))
      return -1;
    if (start.startsWith('<!--')) return behind(all.indexOf('-->', open), 3);
    if (start === '<![CDATA[') return behind(all.indexOf(']]>', open), 3);
    throw new StatementProblem(
      'The file declares entities or a document type, which is not read.',
      this.line,
    );
  }

  private tag(inner: string): void {
    if (inner.startsWith('?') || inner.startsWith('!')) return;
    if (inner.startsWith('/')) {
      this.closeTag(nameOf(inner.slice(1)));
      return;
    }
    this.flush();
    this.element = { name: nameOf(inner), line: this.line };
    if (inner.endsWith('/')) this.element = null;
  }

  private closeTag(name: string): void {
    const ownEnd = this.element?.name === name;
    if (ownEnd && this.text.trim() === '') this.forget();
    else this.flush();
    if (!ownEnd) this.handler.close(name);
  }

  private forget(): void {
    this.element = null;
    this.text = '';
  }

  private flush(): void {
    const { element, text } = this;
    this.forget();
    if (element === null) return;
    const trimmed = text.trim();
    if (trimmed === '') this.handler.open(element.name, element.line);
    else this.handler.value(element.name, unescaped(trimmed));
  }

  private addText(text: string): void {
    if (this.element === null || text === '') return;
    // What is longer than a field is cut one character behind it, so that it is found to be too long.
    if (this.text.length <= STATEMENT_LIMITS.fieldChars) {
      this.text += text.slice(0, STATEMENT_LIMITS.fieldChars * 8);
    }
  }
}

/** The next `<` that begins a tag: others are text, for not every program escapes them. */
function tagStart(all: string, from: number): number {
  let open = all.indexOf('<', from);
  while (open !== -1 && open + 1 < all.length && !/[A-Za-z/?!]/.test(all.charAt(open + 1))) {
    open = all.indexOf('<', open + 1);
  }
  return open;
}

function behind(index: number, length: number): number {
  return index === -1 ? -1 : index + length;
}

function nameOf(inner: string): string {
  let end = 0;
  while (end < inner.length && end < 64 && isNameChar(inner.charCodeAt(end))) end += 1;
  return inner.slice(0, end).toUpperCase();
}

function isNameChar(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    code === 46 ||
    code === 95
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Entities that the format knows and numbers; an `&` that stands for itself stays. Nothing is resolved twice. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:([a-z]{2,4})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
}

/** As text in which `unescaped` changes nothing. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}
