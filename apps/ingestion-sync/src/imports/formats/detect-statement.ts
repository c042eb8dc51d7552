import { detectCsv } from './csv/detection/detect-csv';
import { detectQif } from './qif/detect-qif';
import { declaredEncoding } from './text/declared-encoding';
import { STATEMENT_LIMITS } from './limits';
import { DetectedStatement, StatementFormat } from './statement';
import { refuseBinary, refuseText } from './refused-kinds';
import { decodeText } from './text/decode-text';
import { detectEncoding } from './text/detect-encoding';
import { sniffEncoding } from './text/sniff-encoding';

/**
 * The format of a file by its first bytes (up to `STATEMENT_LIMITS.headBytes`), and for CSV how it would be read; null
 * where it is none of them. The file's name decides only where the text allows two formats.
 * @throws StatementProblem where it is a known format that is not read; the message says which file to import instead
 */
export function detectStatement(head: Uint8Array, fileName: string | null): DetectedStatement | null {
  const complete = head.length < STATEMENT_LIMITS.headBytes;
  const bytes = head.subarray(0, STATEMENT_LIMITS.headBytes);
  refuseBinary(bytes);
  if (isBinary(bytes)) return null;
  const text = textOf(bytes, declaredEncoding(bytes)).replace(/^\ufeff/, '');
  const format = formatOf(text, fileName);
  if (format !== null) return { format, csv: null, qif: format === 'QIF' ? detectQif(text) : null };
  // Markup would pass for a table of odd cells.
  refuseText(text);
  const encoding = detectEncoding(bytes);
  const csv = detectCsv(textOf(bytes, encoding).replace(/^\ufeff/, ''), encoding, complete);
  return csv === null ? null : { format: 'CSV', csv, qif: null };
}

function formatOf(text: string, fileName: string | null): Exclude<StatementFormat, 'CSV'> | null {
  if (/^\s*</.test(text.slice(0, 100)) && /<(?:[\w.-]{1,40}:)?BkToCstmr(?:Stmt|AcctRpt)[\s>]/.test(text))
    return 'CAMT053';
  if (isOfx(text)) return 'OFX';
  if (isMt940(text)) return 'MT940';
  if (/^\s*!(?:type|account|option|clear)\b/i.test(text.slice(0, 1_000))) return 'QIF';
  const named =
    /\.qif$/i.test(fileName ?? '') && /(?:^|[\r\n])D[^\r\n]{1,40}[\r\n]/.test(text) && /[\r\n]\^/.test(text);
  return named ? 'QIF' : null;
}

/**
 * The header is lines of `NAME:value`, not always those that the format asks for. Some banks leave the outer element out, some the
 * header, some both.
 */
function isOfx(text: string): boolean {
  if (!/^\s*(?:[A-Z]{3,20}\s*:|<)/i.test(text) || /^\s*<OFC[\s>]/i.test(text)) return false;
  return /<OFX[\s>]/i.test(text) || /<(?:STMTTRN|BANKTRANLIST|(?:CC|INV)?STMTRS)>/i.test(text);
}

function isMt940(text: string): boolean {
  if (/(?:^|[\r\n])[ \t]?:61:\s?\d{6}/.test(text)) return true;
  return /(?:^|[\r\n}])[ \t\ufeff]{0,8}:20:/.test(text) && /[\r\n][ \t]?:(?:25P?|60[FM]):/.test(text);
}

/** Text has no zeros, unless it is UTF-16. One may come in a broken field; many mean another kind of file. */
function isBinary(bytes: Uint8Array): boolean {
  if (sniffEncoding(bytes)?.startsWith('utf-16')) return false;
  const sample = bytes.subarray(0, 8_192);
  const controls = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return controls * 50 > sample.length;
}

function textOf(bytes: Uint8Array, encoding: string | null): string {
  const decoding = decodeText(encoding);
  return decoding.decode(bytes) + decoding.end();
}
