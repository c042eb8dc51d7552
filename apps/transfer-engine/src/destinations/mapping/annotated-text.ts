import { TransferContent } from '../transfer-content';

/**
 * Puts what the user wrote on a transaction in front of its text, for destinations with one field for both: note, then
 * tags as `#word`. A destination that shortens the text cuts the bank's words first.
 */
export function annotatedText(
  text: string,
  { note = '', tags = [] }: Pick<TransferContent, 'note' | 'tags'>,
): string {
  const own = [note.trim(), ...tags.map(asWord)].filter((part) => part !== '').join(' ');
  return [own, text].filter((part) => part.trim() !== '').join(' · ');
}

/** A tag ends at a blank where `#word` is one. */
function asWord(tag: string): string {
  const word = tag.trim().replaceAll('#', '').replace(/\s+/g, '-');
  return word === '' ? '' : `#${word}`;
}
