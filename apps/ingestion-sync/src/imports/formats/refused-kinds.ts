import { listedFormats } from '@tributary/contracts';
import { StatementProblem } from './statement-problem';

type Advice = readonly [pattern: RegExp, message: string];

const INSTEAD = `download the statement as ${listedFormats('or')} instead.`;
const SPREADSHEET = 'open it in a spreadsheet program and save it as CSV.';

/** Advice by the first bytes, in hexadecimal. */
const BY_BYTES: readonly Advice[] = [
  [/^(?:0a|0d|20){0,8}255044462d/, `The file is a PDF, which is made to be printed: ${INSTEAD}`],
  [/^d0cf11e0/, `The file is an old Excel or Word file: ${SPREADSHEET}`],
  [/^09(?:00|02|04|08)..00/, `The file is an old Excel file: ${SPREADSHEET}`],
  [/^504b0304/, 'The file is a ZIP archive within another one: upload the file that is in it.'],
  [/^504b0506/, 'The ZIP archive is empty.'],
  [/^1f8b/, 'The file is compressed with gzip: unpack it first.'],
  [/^377abcaf/, 'The file is a 7-Zip archive: unpack it first, or make it a ZIP archive.'],
  [/^52617221/, 'The file is a RAR archive: unpack it first, or make it a ZIP archive.'],
  // PNG, JPEG, GIF, TIFF, WebP and HEIC.
  [
    /^(?:89504e47|ffd8ff|47494638|49492a00|4d4d002a|52494646.{8}57454250|.{8}66747970(?:68656963|68656978|6d696631|61766966))/,
    `The file is a picture: ${INSTEAD}`,
  ],
  [/^53514c69746520666f726d6174203300/, `The file is a database: ${INSTEAD}`],
];

/** Advice by the first text. */
const BY_TEXT: readonly Advice[] = [
  [/^\s*\{\\rtf/, `The file is a text document (RTF): ${INSTEAD}`],
  [
    /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<OFC[\s>]/i,
    'The file is OFC, which came before OFX and is not read: download OFX, QFX or CSV instead.',
  ],
  [
    /^\s*<html[\s>]|^\s*<!doctype html/i,
    `The file is a page of HTML, whatever its name says: ${SPREADSHEET}`,
  ],
  [
    /^\s*(?:<[^>]{0,200}>\s*){0,3}<table[\s>]/i,
    `The file is a table in HTML, whatever its name says: ${SPREADSHEET}`,
  ],
  [/^\s*\{\s*(?:"|\})|^\s*\[\s*(?:\{\s*"|\])/, `The file is JSON: ${INSTEAD}`],
];

/** Advice for related formats, by an element near the beginning. */
const BY_ELEMENT: readonly Advice[] = [
  [
    /<(?:[\w.-]{1,40}:)?BkToCstmrDbtCdtNtfctn/,
    'The file is a CAMT.054 notification. Its entries are in the CAMT.053 statement as well: import that file.',
  ],
  [
    /<(?:[\w.-]{1,40}:)?BkToCstmr(?:Stmt|AcctRpt)V01[\s>]/,
    'The file is CAMT in version 1, which is not read: ask the bank for CAMT.053 in version 2 or later, or for CSV.',
  ],
  [
    /<(?:[\w.-]{1,40}:)?(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn|CstmrPmtStsRpt)[\s>]/,
    'The file has payment orders (PAIN), and no statement: import the CAMT.053 statement instead.',
  ],
  [/urn:schemas-microsoft-com:office:spreadsheet/, `The file is an Excel table in XML: ${SPREADSHEET}`],
  [/<(?:[\w.-]{1,40}:)?Document[^>]{0,400}camt\.05[23]\./, 'The file is CAMT and has no statement in it.'],
];

/**
 * Refuses files that are no text.
 * @throws StatementProblem with advice
 */
export function refuseBinary(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new StatementProblem('The file is empty.');
  refuse(BY_BYTES, Buffer.from(bytes.subarray(0, 64)).toString('hex'));
}

/**
 * Refuses text of a known but unsupported kind.
 * @throws StatementProblem with advice
 */
export function refuseText(text: string): void {
  if (text.trim() === '') throw new StatementProblem('The file is empty.');
  refuse(BY_TEXT, text.slice(0, 4_096));
  if (!/^\s*</.test(text.slice(0, 100))) return;
  refuse(BY_ELEMENT, text);
  throw new StatementProblem(`The file is XML or HTML of a kind that is not read: ${INSTEAD}`);
}

function refuse(advice: readonly Advice[], text: string): void {
  const message = advice.find(([pattern]) => pattern.test(text))?.[1];
  if (message !== undefined) throw new StatementProblem(message);
}
