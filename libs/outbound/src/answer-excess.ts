import { errors } from 'undici';
import { EndlessAnswerError } from './http-exchange';
import { JsonBeyondLimits } from './json/json-limits';
import { NoAnswerError } from './outbound-http';

/**
 * Returns the limit that a response exceeds, as the end of a sentence that begins with the response ("has no end").
 * Returns null if the request failed for another reason.
 * @param bytesMax maximum size of the response
 */
export function excessOf(error: unknown, bytesMax: number): string | null {
  if (error instanceof JsonBeyondLimits) return error.message;
  if (!(error instanceof NoAnswerError)) return null;
  if (error.stage === 'too-long') return `has more than ${sizeIn(bytesMax)}`;
  if (error.cause instanceof EndlessAnswerError) return 'has no end';
  return error.cause instanceof errors.HeadersOverflowError ? 'has headers that are too long' : null;
}

function sizeIn(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`;
}
