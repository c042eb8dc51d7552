const IBAN = /\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g;
const TOKEN = /\b(trb_[a-z]+_|whsec_|Bearer\s+)[A-Za-z0-9+/=_-]+/g;
const SIGN_IN_OF_URL = /(\/\/)[^@/\s]+@/g;
/** Queries of URLs, in which codes, states, tokens and providers' secrets are sent. */
const QUERY_OF_URL = /([\w/.~%-])\?[\w.~%[\]-]+=[^\s"'<>]*/g;

/** A second line of defence: third-party error messages may quote secrets, which must not be logged or traced. */
export function redacted(text: string): string {
  return text
    .replace(IBAN, '[iban]')
    .replace(TOKEN, '$1[redacted]')
    .replace(SIGN_IN_OF_URL, '$1[redacted]@')
    .replace(QUERY_OF_URL, '$1?[redacted]');
}
