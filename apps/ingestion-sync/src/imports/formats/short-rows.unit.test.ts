import { FILE_BYTES_MAX } from '@tributary/contracts';
import { FULL } from '@tributary/testing';
import { detectStatement } from './detect-statement';
import { readingOf, readStatement } from './read-statement';
import { StatementProblem } from './statement-problem';

jest.setTimeout(300_000);

const MB = 1024 * 1024;
const BYTES = FULL ? FILE_BYTES_MAX : 4 * MB;
/**
 * Processor time, so that other work on the machine does not count. With an error object of csv-parse for each row it
 * is ten times as much.
 */
const CPU_SECONDS_MAX = FULL ? 25 : 4;

const CSV = 'Booking date;Payee;Amount;Currency\r\n2026-03-02;Kahvila;-2.50;EUR\r\n';
const OFX =
  'OFXHEADER:100\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>';
const QIF = '!Type:Bank\nD3/2/26\nT-1.00\n^\n';
const MT940 = ':20:X\r\n:25:BANK/123\r\n:28C:1/1\r\n:60F:C260301EUR1,00\r\n';
const CAMT =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';

/** The name, the beginning of the file, and the row that is repeated until the file's end. */
const REFUSED: readonly (readonly [string, string, string | Buffer])[] = [
  ['CSV rows of one letter', CSV, 'a\n'],
  ['CSV rows that are no UTF-8', CSV, Buffer.from([0xc3, 0x28, 0xff, 0x0a])],
  ['CSV rows with cells that are no dates', CSV, '1;1;1\n'],
  ['CSV rows without an amount', CSV, '2026-03-02;;x\n'],
  ['CSV totals', CSV, 'Total;;1\n'],
  ['OFX entries that are open', OFX, '<STMTTRN>'],
  ['QIF records without an amount', QIF, 'D\n^\n'],
  ['MT940 entries without anything', MT940, ':61:x\r\n'],
  ['CAMT entries without anything', CAMT, '<Ntry/>'],
];

const LEFT: readonly (readonly [string, string, string])[] = [
  ['blank CSV rows', CSV, '\n'],
  ['CSV rows of blank cells', CSV, ';;\r\n'],
  ['QIF records of nothing', QIF, '^\n'],
];

/** @returns the error that ended the reading, or the number of entries */
async function outcome(begin: string, row: string | Buffer): Promise<string | number> {
  const unit = Buffer.from(row);
  const filling = Buffer.alloc(64 * 1024 - ((64 * 1024) % unit.byteLength), unit);
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(begin);
    for (let at = 0; at < BYTES; at += filling.byteLength) yield filling;
  };
  const found = detectStatement(Buffer.concat([Buffer.from(begin), filling]), null);
  if (found === null) throw new Error('the file is of no format');
  let entries = 0;
  try {
    for await (const { kind } of readStatement(bytes(), readingOf(found))) if (kind === 'entry') entries += 1;
    return entries;
  } catch (error) {
    if (error instanceof StatementProblem) return error.message;
    throw error;
  }
}

describe(`a file of ${Math.round(BYTES / MB)} MB of short rows costs little processor time`, () => {
  let began: NodeJS.CpuUsage;
  beforeEach(() => {
    began = process.cpuUsage();
  });
  afterEach(() => expect(process.cpuUsage(began).user / 1_000_000).toBeLessThan(CPU_SECONDS_MAX));

  it.each(REFUSED)('%s: it is refused once most rows are no entries', async (_, begin, row) => {
    expect(await outcome(begin, row)).toMatch(
      /^Most rows are no entries that can be read: [\d,]+ of [\d,]+ so far \(line \d+\)$/,
    );
  });

  it.each(LEFT)('%s: its entry is read, and the others are nothing', async (_, begin, row) => {
    expect(await outcome(begin, row)).toBe(1);
  });
});
