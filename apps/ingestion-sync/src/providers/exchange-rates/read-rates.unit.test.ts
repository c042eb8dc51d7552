import { readRates, UnreadableRatesError } from './read-rates';

const feed = (days: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${days}</Cube>
</gesmes:Envelope>`;
const day = (time: string, rates: string): string => `<Cube time='${time}'>${rates}</Cube>`;
const USD = "<Cube currency='USD' rate='1.0823'/>";
const read = (text: string | Buffer) => readRates(Buffer.from(text as string), '2026-03-31');

describe('the feed of the European Central Bank', () => {
  it('is read by day, oldest first, with each number in one form', async () => {
    const days =
      day('2026-03-03', "<Cube currency='HUF' rate='395.10'/><Cube currency='ISK' rate='150.0'/>") +
      day('2026-03-02', `${USD}<Cube currency="GBP" rate="00.85690"/>`);
    expect(await read(feed(days))).toEqual([
      { day: '2026-03-02', rates: { USD: '1.0823', GBP: '0.8569' } },
      { day: '2026-03-03', rates: { HUF: '395.1', ISK: '150' } },
    ]);
  });

  it('has days without a currency, as a missing element or as N/A', async () => {
    const days = day('2026-03-02', `${USD}<Cube currency='ISK' rate='N/A'/>`);
    expect(await read(feed(days))).toEqual([{ day: '2026-03-02', rates: { USD: '1.0823' } }]);
  });

  it('is read across the pieces that it comes in', async () => {
    const days = Array.from({ length: 3000 }, (_, index) => {
      const date = new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10);
      return day(date, `${USD}<Cube currency='JPY' rate='${100 + index}'/>`);
    });
    const rates = await read(feed(days.join('\n')));
    expect(rates).toHaveLength(3000);
    expect(rates.at(-1)?.rates).toEqual({ USD: '1.0823', JPY: '3099' });
  });

  it.each([
    ['no day', feed('')],
    ['a page of HTML', '<!doctype html><html><body>Log in</body></html>'],
    ['half a feed', feed(day('2026-03-02', USD)).slice(0, -40)],
    ['no XML', 'USD,1.0823'],
    ['nothing', ''],
    ['another encoding', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe])],
    ['a day twice', feed(day('2026-03-02', USD) + day('2026-03-02', USD))],
    ['a currency twice', feed(day('2026-03-02', USD + USD))],
    ['a day without rates', feed(day('2026-03-02', ''))],
    ['a day to come', feed(day('2026-04-01', USD))],
    ['a day before the euro', feed(day('1998-12-31', USD))],
    ['no calendar day', feed(day('2026-02-30', USD))],
    ['a rate without a day', feed(USD)],
    ['a rate of zero', feed(day('2026-03-02', "<Cube currency='USD' rate='0.000'/>"))],
    ['a negative rate', feed(day('2026-03-02', "<Cube currency='USD' rate='-1'/>"))],
    ['an exponent', feed(day('2026-03-02', "<Cube currency='USD' rate='1e3'/>"))],
    ['a decimal comma', feed(day('2026-03-02', "<Cube currency='USD' rate='1,08'/>"))],
    ['too many digits', feed(day('2026-03-02', `<Cube currency='USD' rate='1${'0'.repeat(12)}'/>`))],
    ['a currency that is no code', feed(day('2026-03-02', "<Cube currency='__proto__' rate='1'/>"))],
    ['a day inside of a day', feed(day('2026-03-02', day('2026-03-03', USD)))],
    ['elements without end', '<a>'.repeat(1000)],
    [
      'entities that grow',
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${feed(day('2026-03-02', USD))}`,
    ],
    ['an unknown entity', feed(day('2026-03-02', "<Cube currency='USD' rate='&rate;'/>"))],
  ])('is refused as a whole if it has %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(UnreadableRatesError);
  });
});
