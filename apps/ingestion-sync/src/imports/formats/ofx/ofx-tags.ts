import { decodeHTMLStrict } from 'entities';
import { STATEMENT_LIMITS } from '../limits';
import { StatementProblem } from '../statement-problem';
import { isOfxName, isTextElement } from './ofx-names';

/** What the tags of a file call, in the order of the file. */
export interface OfxHandler {
  /** A tag that has no text of its own: the beginning of an aggregate, or an element that is empty. */
  open(name: string, line: number): void;
  /** An element and its text, with the entities in it resolved. */
  value(name: string, text: string): void;
  close(name: string): void;
}

/** Longer than any comment or marked text may be. */
const TOKEN_CHARS_MAX = STATEMENT_LIMITS.tokenChars;
const NAME_CHARS_MAX = 64;
/** Of all attributes of a tag, while their end is not there yet. */
const ATTRIBUTES_CHARS_MAX = 4_096;
/** The piece ends within the tag. */
const PART = -1;
/** The `<` stands for itself: not every program escapes it. */
const TEXT = -2;

/**
 * The tags of OFX 1 (SGML, where elements have no end tag) and OFX 2 (XML) by the same rule: a tag with text behind it
 * is an element, one without is an aggregate. OFX has no attributes that matter, and no declared entities. A `<` that begins no
 * tag of OFX is part of the text that it stands in.
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
    for (let open = all.indexOf('<'); open !== -1; open = all.indexOf('<', at)) {
      countLines(open);
      const close = this.endOfTag(all, open);
      this.addText(all.slice(at, open));
      if (close === PART) {
        this.rest = all.slice(open);
        if (this.rest.length > TOKEN_CHARS_MAX) throw new StatementProblem('A tag does not end.', this.line);
        return;
      }
      at = close === TEXT || this.isText(all, open, close) ? open + 1 : close;
      if (at !== close) this.addText('<');
      else if (all.startsWith('<![CDATA[', open)) this.addText(escaped(all.slice(open + 9, close - 3)));
      else this.tag(all.slice(open + 1, close - 1));
      countLines(at);
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

  /** The index behind the tag, `PART` or `TEXT`. */
  private endOfTag(all: string, open: number): number {
    const next = all.charCodeAt(open + 1);
    if (next === 33 /* ! */) return this.endOfDeclaration(all, open);
    if (next === 63 /* ? */) return all.indexOf('>', open) + 1 || PART;
    return endOfName(all, open);
  }

  private endOfDeclaration(all: string, open: number): number {
    const start = all.slice(open, open + 9);
    if (start.startsWith('<!--')) return behind(all.indexOf('-->', open), 3);
    if (start === '<![CDATA[') return behind(all.indexOf(']]>', open), 3);
    if (start === '<!DOCTYPE')
      throw new StatementProblem(
        'The file declares entities or a document type, which is not read.',
        this.line,
      );
    const isPart = open + start.length === all.length;
    return isPart && ['<!--', '<![CDATA[', '<!DOCTYPE'].some((one) => one.startsWith(start)) ? PART : TEXT;
  }

  /** `<NAME>SMITH <JONES> LTD` and `<MEMO>a <b>word</b>` have one name and one memo. */
  private isText(all: string, open: number, close: number): boolean {
    if (this.element === null || !isTextElement(this.element.name)) return false;
    const next = all.charCodeAt(open + 1);
    if (next === 33 /* ! */ || next === 63 /* ? */) return false;
    return !isOfxName(nameOf(all.slice(open + (next === 47 /* / */ ? 2 : 1), close - 1)));
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

/** The index behind a tag that begins with a name, `PART` or `TEXT`. */
function endOfName(all: string, open: number): number {
  const from = open + (all.charCodeAt(open + 1) === 47 /* / */ ? 2 : 1);
  let at = from;
  while (at < all.length && at - from < NAME_CHARS_MAX && isNameChar(all.charCodeAt(at))) at += 1;
  if (at >= all.length) return PART;
  if (at === from || !/[A-Za-z]/.test(all.charAt(from))) return TEXT;
  return all.charCodeAt(at) === 62 /* > */ ? at + 1 : endOfAttributes(all, at);
}

const ATTRIBUTES = /(?:\s+[\w:.-]{1,64}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?>/y;

function endOfAttributes(all: string, from: number): number {
  if (!/[\s/]/.test(all.charAt(from))) return TEXT;
  ATTRIBUTES.lastIndex = from;
  if (ATTRIBUTES.test(all)) return ATTRIBUTES.lastIndex;
  const isPart = all.length - from < ATTRIBUTES_CHARS_MAX && !/[<>]/.test(all.slice(from));
  return isPart ? PART : TEXT;
}

function behind(index: number, length: number): number {
  return index === -1 ? PART : index + length;
}

/** Whatever its prefix. */
function nameOf(inner: string): string {
  let end = 0;
  while (end < inner.length && end < NAME_CHARS_MAX && isNameChar(inner.charCodeAt(end))) end += 1;
  return inner.slice(inner.lastIndexOf(':', end - 1) + 1, end).toUpperCase();
}

function isNameChar(code: number): boolean {
  return (
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 58) /* digits and the colon */ ||
    code === 45 ||
    code === 46 ||
    code === 95
  );
}

/** Entities as HTML names and numbers them; an `&` that stands for itself stays. Nothing is resolved twice. */
function unescaped(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text).replaceAll('\u00a0', ' ') : text;
}

/** As text in which `unescaped` changes nothing. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;');
}
