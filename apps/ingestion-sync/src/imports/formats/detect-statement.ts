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
 * Detects the format of a file by its first bytes (up to `STATEMENT_LIMITS.headBytes`), and for CSV how it can be read;
 * null if it is no known format. The file's name decides only if the text allows two formats.
 * @throws StatementProblem for a known format that is not supported; the message says which file to import instead
 */
export function detectStatement(head: Uint8Array, fileName: string | null): DetectedStatement | null {
  const complete = head.length < STATEMENT_LIMITS.headBytes;
  const bytes = head.subarray(0, STATEMENT_LIMITS.headBytes);
  refuseBinary(bytes);
  if (isBinary(bytes)) return null;
  const text = textOf(bytes, declaredEncoding(bytes)).replace(/^\ufeff/, '');
  const format = formatOf(text, fileName);
  if (format !== null) return { format, csv: null, qif: format === 'QIF' ? detectQif(text) : null };
  // Other markup would be detected as a table.
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
 * Returns whether the text is OFX. Its header consists of lines `NAME:value`, but some banks omit the outer element,
 * some the header, some both.
 */
function isOfx(text: string): boolean {
  if (!/^\s*(?:[A-Z]{3,20}\s*:|<)/i.test(text) || /^\s*<OFC[\s>]/i.test(text)) return false;
  return /<OFX[\s>]/i.test(text) || /<(?:STMTTRN|BANKTRANLIST|(?:CC|INV)?STMTRS)>/i.test(text);
}

function isMt940(text: string): boolean {
  if (/(?:^|[\r\n])[ \t]?:61:\s?\d{6}/.test(text)) return true;
  return /(?:^|[\r\n}])[ \t\ufeff]{0,8}:20:/.test(text) && /[\r\n][ \t]?:(?:25P?|60[FM]):/.test(text);
}

/** Returns whether the file is no text. Text other than UTF-16 has no zeros; a single one may be in a broken field. */
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
