import { foldText } from '../../text/fold-text';

/** Returns a set of words and phrases that are compared as wholes, without regard to capitals and accents. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split('|').map(plainWords));
}

/** Returns the text in the form of word sets: folded, with one blank between words. */
export function plainWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}+-]+/gu, ' ')
    .trim();
}
