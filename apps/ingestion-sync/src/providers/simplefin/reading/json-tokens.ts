import { Tokenizer, TokenType } from '@streamparser/json';
import { AnswerBeyondLimits, AnswerUnreadable, counted } from './answer-beyond-limits';
import { ANSWER_LIMITS } from './answer-limits';

/** A token of JSON text. Numbers are texts as they were written. */
export type JsonToken =
  | { readonly kind: 'open' | 'close'; readonly isList: boolean }
  | { readonly kind: 'comma' | 'colon' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly json: string };

/** Cuts a stream of UTF-8 into tokens of bounded length; bytes that are no UTF-8 become U+FFFD. */
export class JsonTokens {
  private readonly decoder = new TextDecoder();
  private readonly tokenizer = new VerbatimNumbers({ emitPartialTokens: true });

  constructor(onToken: (token: JsonToken) => void) {
    this.tokenizer.onToken = ({ token, value, partial }) => {
      if (typeof value === 'string' && value.length > ANSWER_LIMITS.tokenChars) throw TOO_LONG;
      if (partial !== true) onToken(tokenOf(token, value));
    };
    this.tokenizer.onError = (error) => {
      throw error instanceof AnswerBeyondLimits ? error : new AnswerUnreadable(undefined, { cause: error });
    };
  }

  write(piece: Uint8Array): void {
    this.tokenizer.write(this.decoder.decode(piece, { stream: true }));
  }

  end(): void {
    this.tokenizer.write(this.decoder.decode());
    if (!this.tokenizer.isEnded) this.tokenizer.end();
  }
}

/** The digits of money are not for JavaScript's numbers. */
class VerbatimNumbers extends Tokenizer {
  protected override parseNumber(text: string): number {
    return text as unknown as number;
  }
}

const TOO_LONG = new AnswerBeyondLimits(
  'token',
  `The server's answer has a text or number of more than ${counted(ANSWER_LIMITS.tokenChars)} characters.`,
);

function tokenOf(type: TokenType, value: unknown): JsonToken {
  switch (type) {
    case TokenType.LEFT_BRACE:
      return { kind: 'open', isList: false };
    case TokenType.RIGHT_BRACE:
      return { kind: 'close', isList: false };
    case TokenType.LEFT_BRACKET:
      return { kind: 'open', isList: true };
    case TokenType.RIGHT_BRACKET:
      return { kind: 'close', isList: true };
    case TokenType.COMMA:
      return { kind: 'comma' };
    case TokenType.COLON:
      return { kind: 'colon' };
    case TokenType.STRING:
      return { kind: 'text', text: String(value) };
    case TokenType.TRUE:
    case TokenType.FALSE:
    case TokenType.NULL:
    case TokenType.NUMBER:
      return { kind: 'literal', json: String(value) };
    case TokenType.SEPARATOR:
      throw new AnswerUnreadable();
    default: {
      const unknown: never = type;
      return unknown;
    }
  }
}
