/** Rows of this text, with nothing else in it, state a balance and move nothing. */
const OPENING =
  /^(?:opening balance|beginning balance|starting balance|initial balance|previous balance|balance brought forward|balance b\/?f|er[öo]ffnungssaldo|anfangssaldo|anfangsbestand|anfangsstand|alter kontostand|solde initial|solde d'ouverture|solde pr[ée]c[ée]dent|ancien solde|report de solde|saldo inicial|saldo anterior|saldo iniziale|saldo precedente|beginsaldo|openingssaldo|startsaldo|ing[åa]ende saldo|inng[åa]ende saldo|alkusaldo|saldo pocz[ąa]tkowe|po[čc][áa]te[čc]n[íi] (?:stav|z[ůu]statek)|nyit[óo] egyenleg|sold ini[țt]ial|начальный остаток|входящий остаток)$/i;
const OTHER =
  /^(?:closing balance|ending balance|final balance|current balance|available balance|balance carried forward|balance c\/?f|endsaldo|schlusssaldo|endbestand|kontostand|neuer kontostand|solde final|solde de cl[ôo]ture|nouveau solde|saldo final|saldo actual|saldo atual|saldo do dia|saldo dispon[íi]vel|saldo disponible|saldo finale|saldo attuale|saldo contabile|eindsaldo|slutsaldo|utg[åa]ende saldo|loppusaldo|saldo ko[ńn]cowe|kone[čc]n[ýy] (?:stav|z[ůu]statek)|z[áa]r[óo] egyenleg|sold final|конечный остаток|исходящий остаток)$/i;

/** Some banks stretch the word. Written plainly it is also what people call the last part of a payment. */
const STRETCHED = /^s a l d o$/i;
/** Longer than any of them. */
const CHARS_MAX = 40;

/** Whether the whole text is the name of a balance, and of which. */
export function balanceNamed(text: string | undefined): 'OPENING' | 'OTHER' | null {
  if (text === undefined || text.length > CHARS_MAX) return null;
  const plain = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\s.:*]+$/, '');
  if (OPENING.test(plain)) return 'OPENING';
  return OTHER.test(plain) || STRETCHED.test(plain) ? 'OTHER' : null;
}
