/** The name of a country in the reader's language, or its code. */
export function countryName(code: string, locale: string = navigator.language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
