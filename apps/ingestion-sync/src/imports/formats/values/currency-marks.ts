/**
 * Letters and signs that banks write beside amounts, in addition to the codes of ISO 4217 and Unicode's currency signs.
 */
const MARKS = new Set(
  `kr kč kc zł zl fr sfr ft lei kn km rp rm s/ s/. r$ bs b/. q l tl лв лв. руб руб. р р. грн грн. ден дин din rsd kr. fr. rs rs.
    円 圓 圆 元 원 日元 人民币 dkk eur euro euros usd dollar us$ hk$ nt$ a$ c$ nz$ s$ mx$ col$ ca$ au$ sek nok`
    .trim()
    .split(/\s+/),
);

/** Former codes, which occur in old files. */
const OLD_CODES =
  'LTL LVL EEK SKK SIT DEM FRF ITL ESP PTE ATS BEF NLG FIM IEP GRD HRK MTL CYP BGN ROL TRL XXX'.split(' ');
const CODES = new Set([...Intl.supportedValuesOf('currency'), ...OLD_CODES]);

/** Returns whether the text is a current or former code of ISO 4217, in capitals. */
export function isCurrencyCode(text: string): boolean {
  return CODES.has(text);
}

/** Returns whether the text is a currency mark beside an amount: `€`, `S/`, `Kč`, `PLN`. */
export function isCurrencyMark(text: string): boolean {
  return /^\p{Sc}$/u.test(text) || CODES.has(text) || MARKS.has(text.toLowerCase());
}

/** Returns the codes of currencies in a column's name, as in `Amount (EUR)`. */
export function codesIn(name: string): string[] {
  return (name.slice(0, 200).match(/\b[A-Z]{3}\b/g) ?? []).filter(isCurrencyCode);
}
