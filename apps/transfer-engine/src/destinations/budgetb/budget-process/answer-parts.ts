import { Answer, AnswerPart } from './calls';

/** Characters of one message; small enough that the service parses it without a noticeable pause. */
const PART_CHARS = 256 * 1024;
/** Characters of a whole reply; a longer one cannot be a budget. */
const ANSWER_CHARS_MAX = 64 * 1024 * 1024;

/** Splits a reply into messages: a long list is sent in parts, of which the last is the reply itself. */
export function* inParts(answer: Answer): Generator<AnswerPart | Answer> {
  if (!('gives' in answer) || !Array.isArray(answer.gives)) return void (yield answer);
  const sizes = (answer.gives as unknown[]).map((item) => (JSON.stringify(item) ?? '').length + 1);
  const chars = sizes.reduce((sum, size) => sum + size, 0);
  const isTooLong = chars > ANSWER_CHARS_MAX || sizes.some((size) => size > ITEM_CHARS_MAX);
  if (isTooLong) return void (yield TOO_LONG);
  let [part, partChars]: [unknown[], number] = [[], 0];
  for (const [index, item] of (answer.gives as unknown[]).entries()) {
    const size = sizes[index] ?? 0;
    if (part.length > 0 && partChars + size > PART_CHARS) {
      yield { part };
      [part, partChars] = [[], 0];
    }
    part.push(item);
    partChars += size;
  }
  yield { gives: part };
}

/** Characters of one item; the largest is a budget with all its accounts. */
const ITEM_CHARS_MAX = 8 * 1024 * 1024;

const TOO_LONG: Answer = { failed: { code: 'answer-too-long', mayHaveWritten: false, retryAfterMs: null } };
