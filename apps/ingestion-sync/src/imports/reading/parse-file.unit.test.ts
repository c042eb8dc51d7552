import { strToU8, Zippable, zipSync } from 'fflate';
import { SAMPLE_FILES } from '../../../test/imports/sample-files';
import { ChosenReading, ReadEntry } from './file-reading';
import { parseFile } from './parse-file';

const CAMT = SAMPLE_FILES.CAMT053(3);
const NOTHING_CORRECTED = { csv: null, qif: null };

/** Parses a file that arrives in pieces of this size. */
async function parsed(bytes: Uint8Array, size = 64 * 1024) {
  const entries: ReadEntry[] = [];
  const chosen: ChosenReading[] = [];
  let at = 0;
  const file = await parseFile('upload.zip', NOTHING_CORRECTED, {
    pull: () => {
      const piece = bytes.subarray(at, at + size);
      at += size;
      return Promise.resolve(piece.length === 0 ? null : piece);
    },
    known: () => Promise.resolve(null),
    chosen: (how) => Promise.resolve(void chosen.push(how)),
    store: (all) => Promise.resolve(void entries.push(...all)),
  });
  const reasons = entries.flatMap(({ reason }) => reason ?? []);
  return { ...file, chosen, reasons, rows: entries.filter(({ kind }) => kind === 'new').length };
}

const zip = (files: Zippable, level: 0 | 9 = 9) => zipSync(files, { level });
const text = (content: string) => strToU8(content);

describe('a ZIP archive', () => {
  it.each([
    [1, 9],
    [7, 0],
    [4_096, 9],
    [1_000_000, 0],
  ] as const)('is read as one file, in pieces of %i bytes, packed at level %i', async (size, level) => {
    const daily = {
      'camt/2026-03-09.xml': text(CAMT),
      'camt/2026-03-10.xml': text(SAMPLE_FILES.CAMT053(2)),
    };
    const { rows, accounts, reasons, chosen } = await parsed(zip(daily, level), size);
    expect({ rows, accounts: accounts.length, reasons, chosen: chosen.length }).toEqual({
      rows: 5,
      accounts: 1,
      reasons: [],
      chosen: 1,
    });
  });

  it('lists what is no statement, and leaves out folders and what macOS adds', async () => {
    const { rows, reasons } = await parsed(
      zip({
        'read me.txt': text('Dear customer'),
        'a/': new Uint8Array(0),
        '__MACOSX/._a.xml': text('x'),
        'a/notice.pdf': text('%PDF-1.4 abc'),
        'a/a.xml': text(CAMT),
      }),
    );
    expect(rows).toBe(3);
    expect(reasons).toEqual([
      expect.stringMatching(
        /^File 1 of the archive is not read\. The file is none of OFX, QFX, CAMT\.053, /,
      ) as string,
      expect.stringMatching(/^File 2 of the archive is not read\. The file is a PDF/) as string,
    ]);
  });

  it.each<[string, Uint8Array | (() => Uint8Array), RegExp]>([
    [
      'in several formats',
      zip({ 'a.xml': text(CAMT), 'b.ofx': text(SAMPLE_FILES.OFX(1)) }),
      /several formats.*one by one/,
    ],
    [
      'of different columns',
      zip({
        'a.csv': text('Date;Payee;Amount\n2026-03-02;A;-1.00\n'),
        'b.csv': text('Date;Value;Payee;Amount\n2026-03-02;2026-03-02;A;-1.00\n'),
      }),
      /different columns/,
    ],
    ['that are none', zip({ 'a.pdf': text('%PDF-1.4 abc') }), /is a PDF/],
    [
      'of Excel',
      zip({ '[Content_Types].xml': text('<Types/>'), 'xl/workbook.xml': text('<workbook/>') }),
      /Excel.*CSV/,
    ],
    [
      'of OpenDocument',
      zip({ mimetype: text('application/vnd.oasis.opendocument.spreadsheet') }, 0),
      /OpenDocument.*CSV/,
    ],
    ['in another archive', zip({ 'a.zip': zip({ 'a.xml': text(CAMT) }) }), /ZIP archive within another/],
    ['that lead out of it', zip({ '../../a.xml': text(CAMT) }), /name leads out/],
    [
      'that are too many',
      zip(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`${n}.xml`, text(CAMT)]))),
      /more than 50 files/,
    ],
    [
      'that are a bomb',
      () => zip({ 'a.csv': new Uint8Array(40_000_000).fill(97) }),
      /too large when it is unpacked/,
    ],
    [
      'larger than a file may be',
      () => zip({ 'a.xml': text(CAMT), 'b.csv': new Uint8Array(53_000_000) }, 0),
      /too large when it is unpacked/,
    ],
    ['that are cut', zip({ 'a.xml': text(SAMPLE_FILES.CAMT053(500)) }).subarray(0, 1_000), /damaged/],
    ['that are broken', broken(zip({ 'a.xml': text(SAMPLE_FILES.CAMT053(500)) })), /damaged|well-formed/],
    ['with a password', withPassword(zip({ 'a.xml': text(CAMT) })), /has a password/],
  ])('is refused with files %s', async (_, bytes, reason) => {
    await expect(parsed(typeof bytes === 'function' ? bytes() : bytes)).rejects.toThrow(reason);
  });
});

function broken(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index > 200 && index < 400 ? byte ^ 0x55 : byte));
}

/** Sets the password bit in the first file's header. */
function withPassword(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === 6 ? byte | 1 : byte));
}
