import { AnswerBeyondLimits, counted } from './answer-beyond-limits';
import { ANSWER_LIMITS } from './answer-limits';
import { JsonTokens } from './json-tokens';
import { JsonVisitor, JsonWalk } from './json-walk';
import { AnswerRows, ReadAnswer } from './read-answer';
import { OtherText, RowLines, RowText, TextSink } from './text-sinks';

/** The members of a response that the protocol defines; all others are ignored. */
const MEMBERS: ReadonlySet<string> = new Set(['accounts', 'connections', 'errors', 'errlist']);

/** The role of a container in a response. */
type Role = 'answer' | 'accounts' | 'account' | 'transactions' | 'row' | 'other';

interface Container {
  readonly isList: boolean;
  readonly role: Role;
  /** Receives the container's text; null drops it. */
  readonly sink: TextSink | null;
  isEmpty: boolean;
}

/** Reads a response piece by piece; stores its transactions, and everything else of the protocol, as text. */
export class AnswerReader {
  private readonly containers: Container[] = [];
  private readonly other = new OtherText();
  private readonly rows: (RowLines | null)[] = [];
  private key = '';
  private row: RowText | null = null;
  private readonly walk: JsonWalk;
  private readonly tokens: JsonTokens;

  constructor() {
    const visitor: JsonVisitor = {
      key: (text) => {
        this.key = text;
      },
      open: (isList) => this.open(isList),
      close: (isList) => this.close(isList),
      scalar: (json) => this.scalar(json),
    };
    this.walk = new JsonWalk(visitor);
    this.tokens = new JsonTokens((token) => this.walk.accept(token));
  }

  /** @throws AnswerBeyondLimits, AnswerUnreadable */
  write(piece: Uint8Array): void {
    this.tokens.write(piece);
  }

  /** @throws AnswerBeyondLimits, AnswerUnreadable */
  end(): ReadAnswer {
    this.tokens.end();
    this.walk.end();
    const rows = this.rows.map((lines): AnswerRows | null => lines && lines.end());
    return { json: this.other.text, rows };
  }

  private open(isList: boolean): void {
    const { role, sink } = this.placeOf(isList);
    this.add(sink, isList ? '[' : '{');
    this.containers.push({ isList, role, sink, isEmpty: true });
  }

  private scalar(json: string): void {
    const { role, sink } = this.placeOf(null);
    this.add(sink, json);
    if (role === 'row') this.endRow();
  }

  private close(isList: boolean): void {
    const closed = this.containers.pop();
    closed?.sink?.add(isList ? ']' : '}');
    if (closed?.role === 'row') this.endRow();
  }

  /**
   * Returns the role of the value that begins, and the sink for its text.
   * @param isList null for a scalar
   */
  private placeOf(isList: boolean | null): Pick<Container, 'role' | 'sink'> {
    const parent = this.containers.at(-1);
    if (!parent) return { role: isList === false ? 'answer' : 'other', sink: this.other };
    switch (parent.role) {
      case 'answer': {
        const role = this.key === 'accounts' && isList === true ? 'accounts' : 'other';
        return { role, sink: MEMBERS.has(this.key) ? this.other : null };
      }
      case 'accounts':
        if (this.rows.push(null) > ANSWER_LIMITS.accounts) throw TOO_MANY_ACCOUNTS;
        return { role: isList === false ? 'account' : 'other', sink: this.other };
      case 'account':
        if (this.key !== 'transactions' || isList !== true) return { role: 'other', sink: parent.sink };
        this.rows[this.rows.length - 1] = new RowLines();
        return { role: 'transactions', sink: null };
      case 'transactions':
        this.row = new RowText();
        return { role: 'row', sink: this.row };
      case 'row':
      case 'other':
        return { role: 'other', sink: parent.sink };
      default: {
        const unknown: never = parent.role;
        return unknown;
      }
    }
  }

  private add(sink: TextSink | null, text: string): void {
    const parent = this.containers.at(-1);
    if (!sink || sink !== parent?.sink) return sink?.add(text);
    const comma = parent.isEmpty ? '' : ',';
    parent.isEmpty = false;
    sink.add(parent.isList ? `${comma}${text}` : `${comma}${JSON.stringify(this.key)}:${text}`);
  }

  private endRow(): void {
    if (this.row) this.rows.at(-1)?.add(this.row);
    this.row = null;
  }
}

const TOO_MANY_ACCOUNTS = new AnswerBeyondLimits(
  'accounts',
  `The server's answer has more than ${counted(ANSWER_LIMITS.accounts)} accounts.`,
);

/** Read at once; it bounds what a token can become before it is judged. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads a complete response.
 * @throws AnswerBeyondLimits, AnswerUnreadable
 */
export function readWhole(bytes: Uint8Array): ReadAnswer {
  return readPieces([bytes]);
}

/**
 * Reads a response from its pieces.
 * @throws AnswerBeyondLimits, AnswerUnreadable
 */
export function readPieces(pieces: readonly Uint8Array[]): ReadAnswer {
  const reader = new AnswerReader();
  for (const bytes of pieces) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) reader.write(bytes.subarray(at, at + PIECE_BYTES));
  }
  return reader.end();
}
