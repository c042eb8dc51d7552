import { Turn } from './in-turns';
import { JsonBeyondLimits, JsonLimits } from './json-limits';
import { JsonPortions } from './json-portions';
import { textOf } from './utf8-text';

/** Bytes that are read between two checks of the time. */
const PIECE_BYTES = 64 * 1024;

/**
 * Parses JSON from outside, portion by portion, so that a large text does not block other work. Returns null for bytes
 * that are no JSON, because callers treat them like JSON of another shape.
 * @throws JsonBeyondLimits before anything beyond a limit is built
 */
export async function jsonInTurns(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  try {
    return await readInTurns(bytes, new JsonPortions(bytes, limits));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The text of JSON for a library that parses it, checked against the limits. @throws JsonBeyondLimits */
export async function boundedJsonText(bytes: Buffer, limits: JsonLimits): Promise<string> {
  try {
    await readInTurns(bytes, new JsonPortions(bytes, limits, Infinity));
  } catch (error) {
    if (error instanceof JsonBeyondLimits) throw error; // for text that is no JSON, the library reports the error
  }
  return textOf(bytes);
}

async function readInTurns(bytes: Buffer, portions: JsonPortions): Promise<unknown> {
  const turn = new Turn();
  for (let to = PIECE_BYTES; to - PIECE_BYTES < bytes.length; to += PIECE_BYTES) {
    portions.readTo(Math.min(to, bytes.length));
    await turn.pause();
  }
  return portions.end();
}
