import { AnswerBeyondLimits, AnswerUnreadable, counted } from './answer-beyond-limits';
import { ANSWER_LIMITS } from './answer-limits';
import { JsonToken } from './json-tokens';

/** The values of JSON text, in order. */
export interface JsonVisitor {
  /** The name of the member whose value comes next. */
  key(text: string): void;
  open(isList: boolean): void;
  close(isList: boolean): void;
  /** @param json of a text, a number, a truth value or null */
  scalar(json: string): void;
}

type Expected = 'first' | 'item' | 'colon' | 'value' | 'comma';
interface Container {
  readonly isList: boolean;
  expects: Expected;
}

/** Checks that tokens are JSON in their order, within the limits of depth and number. */
export class JsonWalk {
  private readonly containers: Container[] = [];
  private values = 0;
  private isDone = false;

  constructor(private readonly visitor: JsonVisitor) {}

  /** @throws AnswerBeyondLimits, AnswerUnreadable */
  accept(token: JsonToken): void {
    switch (token.kind) {
      case 'open':
        this.beginValue();
        if (this.containers.length >= ANSWER_LIMITS.depth) throw TOO_DEEP;
        this.containers.push({ isList: token.isList, expects: 'first' });
        return this.visitor.open(token.isList);
      case 'close':
        return this.close(token.isList);
      case 'comma':
        return this.move('comma', 'item');
      case 'colon':
        return this.move('colon', 'value');
      case 'text':
        return this.text(token.text);
      case 'literal':
        this.beginValue();
        return this.visitor.scalar(token.json);
      default: {
        const unknown: never = token;
        return unknown;
      }
    }
  }

  /** @throws AnswerUnreadable where the text ended amid a value */
  end(): void {
    if (!this.isDone) throw new AnswerUnreadable();
  }

  private text(text: string): void {
    const top = this.containers.at(-1);
    const isKey = top && !top.isList && (top.expects === 'first' || top.expects === 'item');
    if (!isKey) {
      this.beginValue();
      return this.visitor.scalar(JSON.stringify(text));
    }
    top.expects = 'colon';
    this.visitor.key(text);
  }

  private beginValue(): void {
    this.values += 1;
    if (this.values > ANSWER_LIMITS.values) throw TOO_MANY;
    const top = this.containers.at(-1);
    if (!top) {
      if (this.isDone) throw new AnswerUnreadable();
      this.isDone = true;
      return;
    }
    const isDue = top.isList ? top.expects === 'first' || top.expects === 'item' : top.expects === 'value';
    if (!isDue) throw new AnswerUnreadable();
    top.expects = 'comma';
  }

  private move(from: Expected, to: Expected): void {
    const top = this.containers.at(-1);
    if (top?.expects !== from) throw new AnswerUnreadable();
    top.expects = to;
  }

  private close(isList: boolean): void {
    const top = this.containers.pop();
    const isEnd = top?.isList === isList && (top.expects === 'first' || top.expects === 'comma');
    if (!isEnd) throw new AnswerUnreadable();
    this.visitor.close(isList);
  }
}

const TOO_DEEP = new AnswerBeyondLimits(
  'depth',
  `The server's answer has values within each other deeper than ${ANSWER_LIMITS.depth}.`,
);
const TOO_MANY = new AnswerBeyondLimits(
  'values',
  `The server's answer has more than ${counted(ANSWER_LIMITS.values)} values.`,
);
