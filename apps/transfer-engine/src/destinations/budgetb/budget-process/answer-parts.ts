import { Answer, AnswerPart } from './calls';

/** Of one message: the service reads each at once. */
const PART_CHARS = 256 * 1024;
/** Of an answer as a whole: beyond it, it is no budget. */
const ANSWER_CHARS_MAX = 64 * 1024 * 1024;

/** The messages of an answer: a long list goes in parts, of which the last is the answer. */
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

/** A budget with all its accounts is the largest. */
const ITEM_CHARS_MAX = 8 * 1024 * 1024;

const TOO_LONG: Answer = { failed: { code: 'answer-too-long', mayHaveWritten: false, retryAfterMs: null } };
