import { foldText } from '../../text/fold-text';

/** Words and phrases that are compared as wholes, whatever their capitals and accents. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split('|').map(plainWords));
}

/** The text as word sets have it: folded, with one blank between words. */
export function plainWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}+-]+/gu, ' ')
    .trim();
}
