import { workspaceRoot } from '@tributary/testing';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readPage, titleOf } from './page';
import { Reader } from './reader';

jest.setTimeout(600_000);

const FOLDER = 'docs/how-to';
const HOW_TO = readdirSync(path.join(workspaceRoot(), FOLDER), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join(FOLDER, file))
  .sort((one, other) => one.localeCompare(other));
/** The README is last, because it pauses a link that the other pages need. */
const PAGES = [...HOW_TO, 'README.md']
  .map((file) => [file, readPage(path.join(workspaceRoot(), file))] as const)
  .filter(([, { steps, notRun }]) => steps.length + notRun.length > 0);

/** The reader's state and actions outside of a page before its steps. */
const BEFORE: Readonly<Record<string, (reader: Reader) => void>> = {
  'has files of a bank': (reader) => {
    reader.has('march.ofx', OFX);
    reader.has('april.csv', 'Umsätze;;;;\nTag;Wer;Was;Betrag;\n03.04.2026;Bakery;Bread;-4,20;x\n');
    reader.has('may.qif', '!Type:Bank\nD25/04/2026\nT-4.20\nPBakery\n^\nD03/04/2026\nT-1.10\nPKiosk\n^\n');
  },
  'has a run of moneyman': (reader) => reader.has('output/2026-11-20T06_00_00.000Z.json', MONEYMAN),
};

const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>37040044<ACCTID>532013000<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-4.20<FITID>2026-1<NAME>Bakery</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260331<TRNAMT>2400.00<FITID>2026-2<NAME>Employer</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

const MONEYMAN = JSON.stringify([
  {
    ...{ type: 'normal', account: '5897', status: 'completed', identifier: 81, companyId: 'max' },
    ...{ date: '2026-11-18T22:00:00.000Z', processedDate: '2026-12-09T22:00:00.000Z' },
    ...{ originalAmount: -42.5, originalCurrency: 'ILS', chargedAmount: -42.5 },
    ...{ description: 'Bakery "Lechem", Haifa', memo: '', hash: 'h', uniqueId: 'u' },
  },
  {
    account: '5897',
    status: 'pending',
    date: '2026-11-19T22:00:00.000Z',
    chargedAmount: -7,
    description: 'Kiosk',
  },
]);

/**
 * All pages share one system with the demo's bank, budget and webhook receiver, because each page has its own terminal.
 */
let reader: Reader;

beforeAll(async () => {
  reader = await Reader.start({ DEMO_ACCOUNTS: '5' });
  await reader.follow({ kind: 'command', text: 'npm start', until: 'Tributary is ready.' });
  const { token } = JSON.parse(reader.read('.data/demo.json')) as { token: string };
  reader.useToken(token);
});
afterAll(() => reader.stop());

describe.each(PAGES)('%s', (_name, { steps, notRun }) => {
  let broken = false;

  beforeAll(() => reader.turnPage());

  // A page without executable blocks has no steps.
  for (const [at, step] of steps.entries()) {
    it(`${at + 1}. ${titleOf(step)}`, async () => {
      if (broken) throw new Error('an earlier step of this page failed');
      broken = true;
      if (step.kind !== 'reader') await reader.follow(step);
      else {
        const act = BEFORE[step.does];
        if (!act) throw new Error(`nobody knows what a reader does who ${step.does}`);
        act(reader);
      }
      broken = false;
    });
  }

  for (const { reason, text } of notRun) {
    it(`leaves out a block with a reason: ${reason}`, () => {
      expect(reason).toMatch(/\w+ \w+/);
      expect(text.trim()).not.toBe('');
    });
  }
});

it(`follows ${countOf('command')} blocks of commands, compares ${countOf('output')} outputs, and leaves out ${leftOut()}`, () => {
  expect(countOf('command')).toBeGreaterThan(leftOut());
});

function countOf(kind: string): number {
  return PAGES.flatMap(([, { steps }]) => steps).filter((step) => step.kind === kind).length;
}

function leftOut(): number {
  return PAGES.flatMap(([, { notRun }]) => notRun).length;
}
