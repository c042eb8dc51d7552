import { JsonBeyondLimits, JsonLimits } from './json-limits';
import { markBytesOf } from './utf8-text';

/** Longer lists and objects are parsed in parts of about this size, a few milliseconds each. */
const PORTION_BYTES = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

type Members = Record<string, unknown>;

/** A list or object that has begun and not ended. */
interface Container {
  readonly isList: boolean;
  readonly start: number;
  /** Start of the text that is not parsed yet. */
  from: number;
  /** Number of its commas. */
  commas: number;
  /** Start of the present member, with its name. */
  memberAt: number;
  /** Parsed members or elements; null while its text is to be parsed as a whole. */
  built: unknown[] | Members | null;
  /** Whether the last member was built separately. Only a comma or the end may follow then. */
  isAfterBuilt: boolean;
}

/**
 * Reads the bytes of JSON within limits, and lets `JSON.parse` build it portion by portion: small values as a whole,
 * large ones by their members. Throws SyntaxError where it is no JSON.
 */
export class JsonPortions {
  private readonly open: Container[] = [];
  private at = 0;
  private values = 0;
  private isEscaped = false;
  /** Start of the present text; -1 outside of texts. */
  private textAt = -1;
  /** Position after the last bracket, comma or text. */
  private tokenAt = 0;
  private root: { readonly value: unknown } | null = null;

  constructor(
    private readonly bytes: Buffer,
    private readonly limits: JsonLimits,
    /** Size of a portion; Infinity: nothing is parsed. */
    private readonly portionBytes = PORTION_BYTES,
  ) {}

  /** Reads up to that byte. @throws JsonBeyondLimits, SyntaxError */
  readTo(end: number): void {
    const { bytes } = this;
    for (; this.at < end; this.at += 1) {
      const byte = bytes[this.at] ?? 0;
      if (this.textAt >= 0) this.inText(byte);
      else if (byte === QUOTE) this.textAt = this.at;
      else if (byte === COMMA) this.comma();
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.begin(byte === OPEN_LIST);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.close(byte === CLOSE_LIST);
    }
    this.checkToken(this.textAt >= 0 ? this.textAt : this.tokenAt);
  }

  /** Ends after the last byte. @throws JsonBeyondLimits, SyntaxError */
  end(): unknown {
    if (this.open.length > 0) throw new SyntaxError('the JSON ends early');
    if (!this.root) return this.parseWhole(0);
    if (!this.isBlank(this.tokenAt, this.bytes.length)) throw new SyntaxError('text follows the JSON');
    return this.root.value;
  }

  private inText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.checkToken(this.textAt);
      this.textAt = -1;
      this.tokenAt = this.at + 1;
    }
  }

  private begin(isList: boolean): void {
    const isFirst = this.open.length === 0;
    if (isFirst && (this.root !== null || !this.isBlank(markBytesOf(this.bytes), this.at)))
      throw new SyntaxError('the JSON has more than one value');
    if (this.open.length >= this.limits.depth) throw new JsonBeyondLimits('depth', this.limits.depth);
    const from = this.at + 1;
    const begun = {
      isList,
      start: this.at,
      from,
      memberAt: from,
      commas: 0,
      built: null,
      isAfterBuilt: false,
    };
    this.open.push(begun);
    this.endToken();
  }

  private comma(): void {
    this.count();
    const top = this.open.at(-1);
    if (!top) throw new SyntaxError('the JSON has more than one value');
    top.commas += 1;
    if (!top.isList && top.commas >= this.limits.members)
      throw new JsonBeyondLimits('members', this.limits.members);
    if (top.isAfterBuilt) this.skipTo(top, this.at);
    else if (this.at - top.from >= this.portionBytes) this.build(top, this.at);
    top.memberAt = this.at + 1;
    this.endToken();
  }

  private close(isList: boolean): void {
    const closed = this.open.pop();
    if (closed?.isList !== isList) throw new SyntaxError('the JSON closes what was not opened');
    const isEmpty = this.tokenAt === closed.start + 1 && this.isBlank(this.tokenAt, this.at);
    if (!isEmpty) this.count();
    this.endToken();
    const parent = this.open.at(-1);
    if (closed.built === null) {
      if (!parent) this.root = { value: this.parseWhole(closed.start) };
      return;
    }
    if (closed.isAfterBuilt) this.skipTo(closed, this.at);
    else this.add(closed, this.at);
    if (!parent) this.root = { value: closed.built };
    else this.adopt(parent, closed);
  }

  /** Parses the container's members up to a position; the containers around it are built by their members from now on, too. */
  private build(top: Container, to: number): void {
    for (const [depth, container] of this.open.entries()) {
      if (container.built !== null) continue;
      container.built = container.isList ? [] : {};
      const parent = this.open[depth - 1];
      if (parent && parent.memberAt > parent.from) this.add(parent, parent.memberAt - 1);
    }
    this.add(top, to);
  }

  /** Adds the parsed text of whole members up to a position. */
  private add(container: Container, to: number): void {
    const { isList, from, built } = container;
    const part = isList ? this.parsed(from, to, '[', ']') : this.parsed(from, to, '{', '}');
    container.from = to + 1;
    if (Array.isArray(built)) {
      const items = part as unknown[];
      if (items.length === 0) throw new SyntaxError('the JSON lacks an element');
      for (const item of items) built.push(item);
      return;
    }
    const members = Object.entries(part as Members);
    if (members.length === 0) throw new SyntaxError('the JSON lacks a member');
    for (const [name, value] of members) define(built ?? {}, name, value);
  }

  /** Adds a member that was built separately. */
  private adopt(parent: Container, { start, built }: Container): void {
    if (Array.isArray(parent.built)) {
      if (!this.isBlank(parent.memberAt, start)) throw new SyntaxError('the JSON lacks a comma');
      parent.built.push(built);
    } else {
      const [name] = Object.keys(this.parsed(parent.memberAt, start, '{', '0}') as Members);
      if (name === undefined) throw new SyntaxError('the JSON lacks a name');
      define(parent.built ?? {}, name, built);
    }
    parent.from = this.at + 1;
    parent.isAfterBuilt = true;
  }

  /** Parses a small container as a whole. */
  private parseWhole(from: number): unknown {
    return this.portionBytes === Infinity ? null : this.parsed(from, this.at + 1, '', '');
  }

  private skipTo(container: Container, to: number): void {
    if (!this.isBlank(container.from, to)) throw new SyntaxError('the JSON lacks a comma');
    container.from = to + 1;
    container.isAfterBuilt = false;
  }

  private parsed(from: number, to: number, before: string, after: string): unknown {
    const start = from === 0 ? markBytesOf(this.bytes) : from;
    return JSON.parse(`${before}${this.bytes.toString('utf8', start, to)}${after}`) as unknown;
  }

  private count(): void {
    this.values += 1;
    if (this.values > this.limits.values) throw new JsonBeyondLimits('values', this.limits.values);
  }

  private endToken(): void {
    this.checkToken(this.tokenAt);
    this.tokenAt = this.at + 1;
  }

  private checkToken(from: number): void {
    if (this.at - from > this.limits.tokenBytes)
      throw new JsonBeyondLimits('tokenBytes', this.limits.tokenBytes);
  }

  private isBlank(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) {
      const byte = this.bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
    }
    return true;
  }
}

/** Defines a member like `JSON.parse`, whatever its name: an assignment to `__proto__` would do something else. */
function define(members: object, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
