import { ExchangeRatesPublishedV1, RatesOfDay } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';

/** A Monday. */
const TODAY = '2026-11-23';
let fixture: IngestionFixture;
afterEach(() => fixture.close());

async function start(): Promise<void> {
  fixture = await IngestionFixture.start({ today: TODAY }, ({ exchangeRatesUrl }) => ({
    exchangeRatesUrl,
    sync: { consentWatchMs: 20 },
  }));
}

/** Days of all events, in their order. */
function published(): RatesOfDay[] {
  return fixture.events(ExchangeRatesPublishedV1).flatMap(({ days }) => days);
}

interface StoredDay {
  readonly day: string;
  readonly version: number;
  readonly rates: Readonly<Record<string, string>>;
}
const stored = () =>
  fixture.rows<StoredDay>('select day, version, rates from exchange_rate_days order by day');

/** Makes the feed due, and waits until it was read, or could not be. */
async function readAgain(outcome: 'read' | 'refused' = 'read'): Promise<void> {
  await fixture.rows(`update exchange_rate_feeds set read_at = null, next_read_at = now()`);
  const isOver = outcome === 'read' ? 'read_at is not null' : 'read_at is null and next_read_at > now()';
  await eventually(async () => {
    expect(await fixture.rows(`select 1 from exchange_rate_feeds where ${isOver}`)).toHaveLength(1);
  });
}

async function firstRead(): Promise<void> {
  await eventually(async () => {
    expect(await fixture.rows('select 1 from exchange_rate_feeds where read_at is not null')).toHaveLength(1);
  });
}

const change = (day: string, body: object) => fixture.control('PUT', `/exchange-rates/days/${day}`, body);
const send = (body: object) => fixture.control('PUT', '/exchange-rates/sent', body);

it('the history is read once, then the last 90 days, and each day is published by month', async () => {
  await start();
  await firstRead();
  const days = await stored();
  expect(days.length).toBeGreaterThan(700);
  expect(days.at(-1)).toMatchObject({ day: TODAY, version: 1 });
  expect(days.filter(({ day }) => ['2026-11-21', '2026-11-22', '2025-12-25'].includes(day))).toEqual([]);
  await eventually(() => expect(published()).toHaveLength(days.length));
  for (const { month, days: ofMonth } of fixture.events(ExchangeRatesPublishedV1)) {
    for (const { date } of ofMonth) expect(date.slice(0, 7).replace('-', '')).toBe(String(month));
  }
  await readAgain();
  expect(fixture.sandbox.calls().filter(({ route }) => route.startsWith('/exchange-rates'))).toEqual([
    expect.objectContaining({ route: '/exchange-rates/eurofxref-hist.xml' }),
    expect.objectContaining({ route: '/exchange-rates/eurofxref-hist-90d.xml' }),
  ]);
  // The same once more changes nothing.
  expect(await stored()).toEqual(days);
  expect(published()).toHaveLength(days.length);
});

it('a correction replaces a rate, is recorded and published, and silence about a currency corrects nothing', async () => {
  await start();
  await firstRead();
  const before = (await stored()).find(({ day }) => day === '2026-11-20')?.rates ?? {};
  await change('2026-11-20', { rates: { USD: '1.5' } });
  await change('2026-11-19', {});
  await readAgain();
  expect(await stored()).toContainEqual({ day: '2026-11-20', version: 2, rates: { ...before, USD: '1.5' } });
  expect((await stored()).find(({ day }) => day === '2026-11-19')).toMatchObject({ version: 1 });
  expect(await fixture.rows('select day, version, rates from exchange_rate_corrections')).toEqual([
    { day: '2026-11-20', version: 1, rates: before },
  ]);
  await eventually(() => expect(published().at(-1)).toMatchObject({ date: '2026-11-20', version: 2 }));
  await send({
    body: '<Cube><Cube time="2026-11-20"><Cube currency="USD" rate="1.500"/></Cube></Cube>',
  });
  await readAgain();
  expect(await stored()).toContainEqual({ day: '2026-11-20', version: 2, rates: { ...before, USD: '1.5' } });
});

it('a feed that changes its mind at each reading does not fill the disk', async () => {
  await start();
  await firstRead();
  for (let turn = 0; turn < 13; turn += 1) {
    await change('2026-11-20', { rates: { USD: `1.${turn + 1}1` } });
    await readAgain();
  }
  expect(await fixture.rows('select 1 from exchange_rate_corrections')).toHaveLength(10);
});

it.each<[string, () => Promise<unknown>]>([
  ['is down', () => fixture.fault({ target: 'exchange-rates', kind: 'status' })],
  ['is cut off', () => fixture.fault({ target: 'exchange-rates', kind: 'truncate' })],
  ['ends the connection', () => fixture.fault({ target: 'exchange-rates', kind: 'drop' })],
  ['sends a page of HTML', () => fixture.fault({ target: 'exchange-rates', kind: 'not_json' })],
  ['sends another content type', () => send({ body: '{"rates":{}}', content_type: 'application/json' })],
  ['sends no XML', () => send({ body: '<Cube><Cube time="2026-11-23">' })],
  [
    'sends entities that grow',
    () =>
      send({
        body: '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Cube><Cube time="2026-11-20"><Cube currency="USD" rate="&b;"/></Cube></Cube>',
      }),
  ],
  ['sends more than it may', () => send({ body: '<Cube/>'.repeat(10_000), times: 500 })],
  [
    'has one bad day among good ones',
    () =>
      send({
        body: '<Cube><Cube time="2026-11-20"><Cube currency="USD" rate="9"/></Cube><Cube time="2026-11-19"><Cube currency="USD" rate="0"/></Cube></Cube>',
      }),
  ],
])('a feed that %s changes nothing', async (_what, spoil) => {
  await start();
  await firstRead();
  const days = await stored();
  await spoil();
  await readAgain('refused');
  expect(await stored()).toEqual(days);
  await send({});
  await readAgain();
  expect(await stored()).toEqual(days);
});

it('without a feed nothing is read', async () => {
  fixture = await IngestionFixture.start({ today: TODAY }, { sync: { consentWatchMs: 20 } });
  expect(await fixture.rows('select 1 from exchange_rate_feeds')).toEqual([]);
});
