const OPENING = `opening balance|beginning balance|starting balance|initial balance|previous balance|balance brought forward
balance b/f|balance bf|eröffnungssaldo|eroeffnungssaldo|anfangssaldo|anfangsbestand|anfangsstand|alter kontostand|solde initial
solde d'ouverture|solde précédent|solde precedent|ancien solde|report de solde|saldo inicial|saldo anterior|saldo iniziale
saldo precedente|beginsaldo|openingssaldo|startsaldo|ingående saldo|inngående saldo|alkusaldo|saldo początkowe|saldo poczatkowe
počáteční stav|počáteční zůstatek|počiatočný stav|počiatočný zostatok|nyitó egyenleg|sold inițial|sold initial
αρχικό υπόλοιπο|açılış bakiyesi|devreden bakiye|начальный остаток|входящий остаток|початковий залишок|вхідний залишок
saldo awal|期初余额|期初餘額|繰越残高|기초잔액`;

const OTHER = `closing balance|ending balance|final balance|current balance|available balance|balance carried forward|balance c/f
balance cf|endsaldo|schlusssaldo|endbestand|kontostand|neuer kontostand|solde final|solde de clôture|solde de cloture
nouveau solde|saldo final|saldo actual|saldo atual|saldo do dia|saldo disponível|saldo disponivel|saldo disponible|saldo finale
saldo attuale|saldo contabile|eindsaldo|slutsaldo|utgående saldo|loppusaldo|saldo końcowe|saldo koncowe|konečný stav
konečný zůstatek|konečný zostatok|záró egyenleg|sold final|τελικό υπόλοιπο|kapanış bakiyesi|конечный остаток
исходящий остаток|кінцевий залишок|вихідний залишок|saldo akhir|期末余额|期末餘額|기말잔액|s a l d o`;

const NAMES = new Map<string, 'OPENING' | 'OTHER'>([
  ...OPENING.split(/[|\n]/).map((name) => [name, 'OPENING'] as const),
  ...OTHER.split(/[|\n]/).map((name) => [name, 'OTHER'] as const),
]);

/** More characters than any of the names, with blanks and marks. */
const CHARS_MAX = 40;

/** Returns which balance the whole text names, or null. A row with such a text moves no money. */
export function balanceNamed(text: string | undefined): 'OPENING' | 'OTHER' | null {
  if (text === undefined || text.length > CHARS_MAX) return null;
  const plain = text.trim().toLowerCase();
  return NAMES.get(plain) ?? NAMES.get(plain.replace(/\s+/g, ' ').replace(/[\s.:*]{1,8}$/, '')) ?? null;
}
