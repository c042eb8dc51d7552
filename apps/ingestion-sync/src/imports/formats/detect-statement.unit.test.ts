import { detectStatement } from './detect-statement';

const detected = (content: string | readonly number[], name: string | null = null) =>
  detectStatement(typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content), name);

describe('a file that is not read', () => {
  it.each<[string, string | readonly number[], RegExp]>([
    ['nothing', '', /is empty/],
    ['blanks', ' \r\n\r\n', /is empty/],
    ['PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj', /is a PDF.*CSV/],
    ['PDF behind a line end', '\r\n%PDF-1.4\n', /is a PDF/],
    ['Excel until 2003', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], /old Excel.*save it as CSV/],
    ['a ZIP within a ZIP', [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0], /ZIP archive within another/],
    ['an empty ZIP', [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0, 0], /ZIP archive is empty/],
    ['gzip', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0], /gzip/],
    ['a photo', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70], /is a picture/],
    ['a screenshot', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], /is a picture/],
    ['a photo of a telephone', [0, 0, 0, 24, ...Buffer.from('ftypheic')], /is a picture/],
    ['RTF', '{\\rtf1\\ansi Statement}', /text document/],
    ['JSON', '{"transactions": [{"amount": "1"}]}', /is JSON/],
    ['a list in JSON', '[\n  {"amount": 1}]', /is JSON/],
    ['OFC', '<OFC>\n<DTD>2\n<ACCTSTMT><STMTRS><STMTTRN><TRNTYPE>1', /is OFC.*OFX/],
    ['payment orders', '<?xml version="1.0"?><Document><CstmrCdtTrfInitn>', /payment orders/],
    [
      'an Excel table in XML',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      /Excel table in XML.*CSV/,
    ],
    [
      'CAMT without a statement',
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>',
      /CAMT and has no statement/,
    ],
    ['other XML', '<?xml version="1.0"?><feed><entry/></feed>', /XML or HTML of a kind/],
  ])('says what it is, and what to do: %s', (_, content, reason) => {
    expect(() => detected(content, 'statement.xls')).toThrow(reason);
  });

  it.each(['{"iban": "DE89"}', '<x>DE89</x>', '%PDF-DE89'])('never repeats its text: %s', (content) => {
    expect(() => detected(content)).toThrow(/^(?!.*DE89)/);
  });

  it('is of no known kind where it has text that is no table', () => {
    expect(detected('Dear customer')).toBeNull();
  });
});

describe('a QIF file', () => {
  it('is detected with the order of its dates, and all that they allow', () => {
    const qifOf = (...dates: string[]) =>
      detected(`!Type:Bank\n${dates.map((date) => `D${date}\nT1.00\n^\n`).join('')}`)?.qif;
    expect(qifOf('03/04/2026', '04/04/2026')).toMatchObject({
      dateOrder: 'DMY',
      isSure: true,
      possibleOrders: ['DMY', 'MDY'],
    });
    expect(qifOf('03/04/2026')).toMatchObject({ dateOrder: 'MDY', isSure: false });
    expect(qifOf('03.04.2026')).toMatchObject({ dateOrder: 'DMY', isSure: true });
    expect(qifOf('02/13/2026')).toMatchObject({ dateOrder: 'MDY', possibleOrders: ['MDY'] });
    expect(qifOf('2026-02-13')).toMatchObject({ possibleOrders: ['YMD'] });
    expect(qifOf('03/04/2026')?.style).toBe(qifOf('11/12/2025')?.style);
    expect(qifOf('03/04/2026')?.style).not.toBe(qifOf("3/ 4'26")?.style);
  });
});
