/** Keywords that Dutch banks and SWIFT put between slashes. */
const WORDS = new Set(
  (
    'TRTP TRCD IBAN BIC NAME REMI EREF MARF MREF CSID BENM ORDP ADDR CNTP ISDT PURP PREF RTRN KREF ULTB ULTD ULTC OCMT CHGS ' +
    'EXCH SVCL ID BO BI'
  ).split(' '),
);
/** Keywords of an address or a party; within a purpose they are ordinary text. */
const SHORT = new Set(['ID', 'BO', 'BI']);

/**
 * Returns the texts of `/TRTP/…/IBAN/…/REMI/…` by their keywords, and the text before the first. A repeated keyword, or
 * a short one within the purpose, is text.
 */
export function slashedWords(whole: string): {
  readonly before: string;
  readonly words: ReadonlyMap<string, string>;
} {
  const words = new Map<string, string>();
  const texts: string[] = [];
  let before: string | null = null;
  let current: string | null = null;
  const finish = (): void => {
    const text = texts
      .join('/')
      .replace(/^\/+|\/+$/g, '')
      .trim();
    texts.length = 0;
    if (current === null) before = text;
    else if (text !== '') words.set(current, text);
  };
  const seen = new Set<string>();
  // The closing slash of a keyword is the opening slash of the next.
  const pieces = whole.split('/');
  for (const [index, piece] of pieces.entries()) {
    const isBetween = index > 0 && index < pieces.length - 1;
    const isWord =
      isBetween && WORDS.has(piece) && !seen.has(piece) && !(current === 'REMI' && SHORT.has(piece));
    if (!isWord) {
      texts.push(piece);
      continue;
    }
    finish();
    seen.add(piece);
    current = piece;
  }
  finish();
  return { before: words.size === 0 ? whole : (before ?? ''), words };
}
