import { monthNamed } from '../../values/calendar-names';
import { isCurrencyMark } from '../../values/currency-marks';
import { foldText } from '../../text/fold-text';
import { plainWords } from './word-sets';

type Phrases = ReadonlyMap<string, readonly string[]>;
/** The number of letters by which phrases are indexed; the shortest phrases have this length. */
const KEY_LENGTH = 2;
/** The number of letters that distinguish most texts from a phrase. */
const BEGINNING_LENGTH = 6;
const WIDE_END = /[\u3040-\u9fff\uac00-\ud7af]$/;

/**
 * Texts of rows that state a balance or a total. Each is the beginning of a cell, whose rest is a date, an amount or
 * nothing.
 */
const BALANCE = phrases(
  `opening balance|closing balance|beginning balance|ending balance|starting balance|start balance|end balance|previous balance|balance brought forward|balance carried forward|brought forward|carried forward|balance|ledger balance|available balance|account balance|current balance|final balance|statement balance|new balance|old balance|balance forward|balance at|running balance|b/f|c/f
  |anfangssaldo|anfangsbestand|endsaldo|schlusssaldo|kontostand|alter kontostand|neuer kontostand|letzter kontostand|anfangskontostand|endkontostand|saldo|saldovortrag|saldo vortrag|ubertrag|tagessaldo|abschlusssaldo|beginsaldo|eindsaldo|openingssaldo|slotsaldo|vorig saldo|nieuw saldo
  |solde|solde initial|solde final|ancien solde|nouveau solde|solde precedent|solde d ouverture|solde de cloture|report|saldo inicial|saldo final|saldo anterior|saldo actual|saldo disponible|saldo contable|saldo iniziale|saldo finale|saldo contabile|saldo disponibile|saldo precedente|saldo disponivel|saldo contabilistico|sold initial|sold final|sold precedent
  |primosaldo|ultimosaldo|startsaldo|slutsaldo|inngaende saldo|utgaende saldo|ingaende saldo|ingaende balans|utgaende balans|alkusaldo|loppusaldo|edellinen saldo|uusi saldo
  |saldo poczatkowe|saldo koncowe|stan poczatkowy|stan koncowy|pocatecni zustatek|konecny zustatek|zustatek|pociatocny zostatok|konecny zostatok|zostatok|nyito egyenleg|zaro egyenleg|nyitoegyenleg|zaroegyenleg|egyenleg
  |υπολοιπο|αρχικο υπολοιπο|τελικο υπολοιπο|προηγουμενο υπολοιπο|υπολοιπο εκ μεταφορας|bakiye|acilis bakiyesi|kapanis bakiyesi|devreden bakiye|onceki bakiye|donem basi bakiye|donem sonu bakiye|devir
  |входящий остаток|исходящий остаток|начальный остаток|конечный остаток|остаток на начало|остаток на конец|остаток|вхідний залишок|вихідний залишок|залишок на початок|залишок на кінець|залишок
  |繰越残高|前月繰越|前期繰越|繰越|残高|次月繰越|期初余额|期末余额|上期余额|期初餘額|期末餘額|承前頁|承前页|余额|餘額|기초잔액|기말잔액|이월잔액|전월이월|잔액|saldo awal|saldo akhir`,
);
const TOTAL = phrases(
  `total|totals|subtotal|sub total|grand total|sum|turnover|total debit|total debits|total credit|total credits|total withdrawals|total deposits|total amount|period totals|total in|total out|number of transactions|total transactions
  |summe|gesamt|gesamtsumme|zwischensumme|umsatz gesamt|summe soll|summe haben|gesamtumsatz|umsatzsumme|totaal|subtotaal|totaal af|totaal bij
  |total des operations|totaux|total debit|total credit|total general|sous total|total cargos|total abonos|totales|totale|totale entrate|totale uscite|totale addebiti|totale accrediti|totais|total debitos|total creditos|total debitari|rulaj|rulaj debit|rulaj credit
  |i alt|ialt|sum ut|sum inn|totalt|totalsumma|summa|yhteensa|panot yhteensa|otot yhteensa|omsaetning
  |suma|razem|suma obciazen|suma uznan|obroty|lacznie|celkem|celkova castka|obrat|soucet|spolu|sucet|obraty|osszesen|mindosszesen|forgalom|osszes terheles|osszes jovairas
  |συνολο|συνολα|γενικο συνολο|συνολο χρεωσεων|toplam|genel toplam|ara toplam|ciro|итого|всего|оборот|обороты|итого оборот|обороты за период|усього|всього|разом|обороти|apgrozijums|apyvarta|kaive
  |合計|小計|総計|累計|合计|小计|总计|總計|本页小计|합계|소계|총계|총합|jumlah|mutasi debet|mutasi kredit|total mutasi|total debet|total kredit`,
);
/** Text that may follow such a phrase: words before a date, a date, an amount. */
const REST =
  /^(?:\s*(?:as of|as at|as on|at|on|of|for|per|am|vom|zum|per|op|au|le|du|a|al|el|il|em|la|pr|den|dnia|na|ke|k|dne|εως|στις|на|за|от|период|period|the|date|dated|eur|usd|total|account))*[\s\d-]*$/;

/** Returns whether the whole text names a balance or a total. */
export function statedBy(text: string): 'BALANCE' | 'TOTAL' | null {
  if (text.length > 80 || isSomethingElse(text)) return null;
  const plain = withoutGaps(plainWords(text));
  if (plain === '') return null;
  if (matches(BALANCE, plain)) return 'BALANCE';
  return matches(TOTAL, plain) ? 'TOTAL' : null;
}

/** Returns whether the first letters rule out every phrase, as for most texts of a file. */
function isSomethingElse(text: string): boolean {
  const beginning = text.slice(0, BEGINNING_LENGTH);
  let found = ELSE.get(beginning);
  if (found === undefined) {
    const letters = /^\p{L}+/u.exec(foldText(beginning))?.[0] ?? '';
    found = letters.length >= KEY_LENGTH && !mayBegin(BALANCE, letters) && !mayBegin(TOTAL, letters);
    if (ELSE.size < BEGINNINGS_MAX) ELSE.set(beginning, found);
  }
  return found;
}

/** Returns whether a phrase starts with the letters, or its first word is their beginning. */
function mayBegin(phrases: Phrases, letters: string): boolean {
  const candidates = phrases.get(letters.slice(0, KEY_LENGTH)) ?? [];
  return candidates.some((phrase) => phrase.startsWith(letters) || letters.startsWith(firstWord(phrase)));
}

function firstWord(phrase: string): string {
  return phrase.split(' ', 1)[0] ?? phrase;
}

/** Caches results by beginning, because a file repeats them. */
const ELSE = new Map<string, boolean>();
const BEGINNINGS_MAX = 10_000;

/** Joins spaced letters: `S A L D O` is one word. */
function withoutGaps(plain: string): string {
  return /^\p{L}(?: \p{L}){3,}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
}

function matches(phrases: Phrases, plain: string): boolean {
  const candidates = phrases.get(plain.slice(0, KEY_LENGTH));
  return (
    candidates !== undefined &&
    candidates.some(
      (phrase) =>
        plain.startsWith(phrase) &&
        (plain.length === phrase.length ||
          ((plain[phrase.length] === ' ' || WIDE_END.test(phrase)) &&
            REST.test(withoutMonths(plain.slice(phrase.length))))),
    )
  );
}

function withoutMonths(text: string): string {
  return text.replace(/\p{L}+/gu, (word) =>
    monthNamed(word) === undefined && !isCurrencyMark(word) ? word : '',
  );
}

/** Indexes phrases by their first letters, because each text of a file is compared with them. */
function phrases(words: string): Phrases {
  const byKey = new Map<string, string[]>();
  for (const phrase of words.split('|').map(plainWords)) {
    const key = phrase.slice(0, KEY_LENGTH);
    byKey.set(key, [...(byKey.get(key) ?? []), phrase]);
  }
  return byKey;
}
