import {
  ApplyFileImport,
  EndFileUpload,
  FILE_BYTES_MAX,
  FileImport,
  ownerOf,
  StoreFilePiece,
  SyncAccounts,
} from '@tributary/contracts';
import { eventually, FULL, shareOf } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { FileImports } from './file-of';
import { SAMPLE_FILES } from './sample-files';

jest.setTimeout(600_000);

const MB = 1024 * 1024;
/**
 * The growth of the whole process while a file of 50 MB is uploaded and read: more than the limit of the reading
 * thread.
 */
const GROWTH_MB_MAX = 400;
const PIECE_BYTES = 128 * 1024;

interface Hostile {
  readonly name: string;
  readonly begin: string | Buffer;
  /** The text that is repeated after the beginning. */
  readonly repeated: string | Buffer;
  readonly bytes: number;
  readonly end?: string;
}

const CSV_BEGIN = 'Booking date;Payee;Amount;Currency\r\n2026-03-02;Kahvila;-2.50;EUR\r\n';
const XML_BEGIN = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">';
const WHOLE = FILE_BYTES_MAX - MB;
/** With `FULL=1` the largest permitted size. */
const LARGE = FULL ? WHOLE : 6 * MB;

const FILES: readonly Hostile[] = [
  { name: 'deep.xml', begin: XML_BEGIN, repeated: '<BkToCstmrStmt>', bytes: LARGE },
  {
    name: 'bomb.xml',
    begin: `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "${'lol'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}">]><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">`,
    repeated: '&c;',
    bytes: MB,
  },
  { name: 'attributes.xml', begin: `${XML_BEGIN}<Ntry `, repeated: 'a="b" ', bytes: LARGE },
  { name: 'one-line.csv', begin: CSV_BEGIN, repeated: 'a', bytes: WHOLE },
  { name: 'columns.csv', begin: CSV_BEGIN, repeated: 'a;', bytes: 2 * 1_000_000 },
  {
    name: 'header.csv',
    begin: 'Booking date;Amount',
    repeated: ';a',
    bytes: 2 * 1_000_000,
    end: '\r\n2026-03-02;-1.00\r\n',
  },
  { name: 'quoted.csv', begin: `${CSV_BEGIN}2026-03-03;"`, repeated: 'a\r\n', bytes: WHOLE },
  { name: 'quotes.csv', begin: CSV_BEGIN, repeated: '""', bytes: LARGE },
  { name: 'same.csv', begin: CSV_BEGIN, repeated: '2026-03-02;Kahvila;-2.50;EUR\r\n', bytes: MB },
  { name: 'nulls.csv', begin: CSV_BEGIN, repeated: '\0', bytes: LARGE },
  {
    name: 'half-pairs.csv',
    begin: Buffer.from([0xff, 0xfe]),
    repeated: Buffer.from([0x00, 0xd8, 0x3b]),
    bytes: LARGE,
  },
  { name: 'not-utf-8.csv', begin: CSV_BEGIN, repeated: Buffer.from([0xc3, 0x28, 0xff, 0x0a]), bytes: LARGE },
  { name: 'short-rows.csv', begin: CSV_BEGIN, repeated: 'a\n', bytes: WHOLE },
  { name: 'blank-rows.csv', begin: CSV_BEGIN, repeated: '\n', bytes: WHOLE },
  {
    name: 'open-tags.ofx',
    begin: SAMPLE_FILES.OFX(1).replace(/<\/BANKTRANLIST>[^]*/, ''),
    repeated: '<STMTTRN>',
    bytes: LARGE,
  },
  { name: 'tag.ofx', begin: 'OFXHEADER:100\r\n\r\n<OFX><', repeated: 'A', bytes: LARGE },
  {
    name: 'details.sta',
    begin: SAMPLE_FILES.MT940(1).replace(/:62F:[^]*/, ''),
    repeated: 'x'.repeat(60) + '\r\n',
    bytes: LARGE,
  },
  { name: 'lines.qif', begin: '!Type:Bank\nD3/2/26\nT-1.00\n', repeated: 'Mabc\n', bytes: LARGE },
];

let fixture: IngestionFixture;
let connectionId = 0;
beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1_000_000 });
  ({
    connection: { id: connectionId },
  } = await fixture.connect('BERKA_3'));
  await fixture.settled();
});
afterAll(() => fixture.close());

/** Uploads a file in parts that are created one at a time, as the gateway passes them on. */
async function upload(
  imports: FileImports,
  { name, begin, repeated, bytes, end = '' }: Hostile,
): Promise<number> {
  const { id } = await imports.begin(name, null);
  const unit = Buffer.from(repeated);
  const filling = Buffer.alloc(PIECE_BYTES - (PIECE_BYTES % unit.byteLength), unit);
  const parts = function* (): Generator<Buffer> {
    yield Buffer.from(begin);
    for (let at = 0; at < bytes; at += filling.byteLength)
      yield filling.subarray(0, Math.min(filling.byteLength, bytes - at));
    if (end !== '') yield Buffer.from(end);
  };
  let index = 0;
  for (const part of parts()) {
    await fixture.send(
      StoreFilePiece,
      { importId: id, index, piece: part.toString('base64') },
      imports.caller,
    );
    index += 1;
  }
  await fixture.send(EndFileUpload, { importId: id, pieces: index }, imports.caller);
  return id;
}

/** Returns how many syncs of the other user began and ended while the file was uploaded or read. */
async function syncsWhile(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let ended = 0;
  while (!isOver) {
    await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
    await fixture.settled();
    ended += 1;
  }
  await over;
  return ended;
}

const ended = (imports: FileImports, id: number): Promise<FileImport> =>
  eventually(
    async () => {
      const now = await imports.show(id);
      expect(['READY', 'FAILED']).toContain(now.document.status);
      return now;
    },
    { timeoutMs: 120_000 },
  );

const maxRssMb = (): number => process.resourceUsage().maxRSS / 1024;

describe('a file that is made to cost memory', () => {
  it.each(shareOf(FILES, 5).map((file) => [file.name, file] as const))(
    '%s is refused or survived in bounded memory, while another user’s syncs go on',
    async (_, file) => {
      const imports = new FileImports(fixture, ownerOf(1000 + FILES.indexOf(file)));
      const before = maxRssMb();
      let shown: FileImport | undefined;
      const syncs = await syncsWhile(
        (async () => {
          shown = await ended(imports, await upload(imports, file));
        })(),
      );
      const growthMb = Math.round(maxRssMb() - before);
      process.stderr.write(
        `${file.name}: ${shown?.document.status} ${shown?.document.error ?? `${shown?.document.entries_new} new, ${shown?.document.entries_unreadable} unreadable`}; ` +
          `${syncs} syncs meanwhile, peak memory +${growthMb} MB\n`,
      );
      expect(syncs).toBeGreaterThan(0);
      expect(growthMb).toBeLessThan(GROWTH_MB_MAX);
      // A file that could not be read to its end has no entries to apply.
      const importId = shown?.id ?? 0;
      if (shown?.document.error != null) {
        await expect(fixture.send(ApplyFileImport, { importId }, imports.caller)).rejects.toMatchObject({
          detail: { kind: 'conflict' },
        });
      }
      if (shown?.document.status === 'FAILED') {
        expect(shown.document.error).toMatch(/^[A-Z].*(\.|\(line \d+\))$/);
        expect(shown.document.error).not.toContain('log');
        expect(
          await fixture.rows('select 1 from file_import_entries where import_id = $1', [shown.id]),
        ).toEqual([]);
      }
    },
  );

  it('leaves the service as it was: a good file is imported next', async () => {
    const imports = new FileImports(fixture, ownerOf(2000));
    const { document } = await imports.preview(SAMPLE_FILES.CAMT053(20), 'good.xml');
    expect(document).toMatchObject({ entries_new: 20, entries_unreadable: 0 });
  });
});
