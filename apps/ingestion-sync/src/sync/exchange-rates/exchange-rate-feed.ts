import { Inject, Injectable } from '@nestjs/common';
import { appendToOutbox, DatabaseClock } from '@tributary/messaging';
import { addDays, daysBetween, utcDay } from '@tributary/money';
import { HttpBytes, isSuccess, OutboundHttp } from '@tributary/outbound';
import { Database, Tx } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { requestSearchesOfCurrencies } from '../../transactions/transfer-pairs/search-requests.store';
import {
  claimFeed,
  feedDueInMs,
  newestDay,
  saveDays,
  saveFeedRead,
} from '../../providers/exchange-rates/exchange-rates.store';
import { rateEvents } from '../../providers/exchange-rates/rate-events';
import { DayRates, readRates, UnreadableRatesError } from '../../providers/exchange-rates/read-rates';

const SOURCE = 'ECB';
/** The whole history since 1999, and the last 90 days, which bring what was missed and what was corrected. */
const HISTORY = 'eurofxref-hist.xml';
const RECENT = 'eurofxref-hist-90d.xml';
/** With a gap that is longer, the recent file may not reach back to the newest stored day. */
const RECENT_DAYS = 80;
/** The bank publishes around 16:00 in Frankfurt on each working day, so its day is stored by the evening. */
const EVERY_HOURS = 6;
/** The pause before an unreadable feed is read again, by any instance. */
const RETRY_MINUTES = 60;
/** The history had 8 MB in 2026, and grows by 0.3 MB a year. */
const FEED_BYTES_MAX = 32 * 1024 * 1024;
const TIMEOUT_MS = 120_000;
const DAYS_PER_WRITE = 250;
/** Transfers of these months are searched again once there are rates. */
const SEARCHED_MONTHS = 6;

/**
 * Reads the day rates of the European Central Bank on one instance: the history once, and the last 90 days every six
 * hours. A feed that is down or unreadable changes nothing, and neither does one that is sent twice.
 */
@Injectable()
export class ExchangeRateFeed extends BackgroundWorker {
  private readonly http: OutboundHttp | null;

  constructor(
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    private readonly logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) { exchangeRatesUrl: baseUrl, sync }: IngestionSyncConfig,
  ) {
    super({
      name: 'exchange-rates',
      idleMs: sync.consentWatchMs,
      onFailure: (error) => logger.failure('the exchange rates could not be read', error),
    });
    const limits = { connections: 1, timeoutMs: TIMEOUT_MS, answerBytesMax: FEED_BYTES_MAX };
    this.http = baseUrl === null ? null : new OutboundHttp({ baseUrl, ...limits });
  }

  override onApplicationBootstrap(): void {
    if (this.http) super.onApplicationBootstrap();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([super.beforeApplicationShutdown(), this.http?.close()]);
  }

  protected override async round(): Promise<boolean> {
    if (!this.http || !(await claimFeed(this.database, SOURCE, RETRY_MINUTES))) return false;
    const today = utcDay(this.clock.now());
    const newest = await newestDay(this.database);
    const isFirst = newest === null || daysBetween(newest, today) > RECENT_DAYS;
    // A day ahead: the bank's clock may be past midnight.
    const days = await readRates(await fetchFeed(this.http, isFirst ? HISTORY : RECENT), addDays(today, 1));
    // Oldest first: if the process ends meanwhile, the newest stored day says what is missing.
    for (let start = 0; start < days.length; start += DAYS_PER_WRITE) {
      await this.database.transaction((tx) => this.save(tx, days.slice(start, start + DAYS_PER_WRITE)));
    }
    await this.database.transaction(async (tx) => {
      await saveFeedRead(tx, SOURCE, EVERY_HOURS);
      if (isFirst) await requestSearchesOfCurrencies(tx, SEARCHED_MONTHS);
    });
    return true;
  }

  protected override dueInMs(): Promise<number | null> {
    return feedDueInMs(this.database);
  }

  private async save(tx: Tx, days: readonly DayRates[]): Promise<void> {
    const saved = await saveDays(tx, SOURCE, days);
    const corrected = saved.filter(({ version }) => version > 1).map(({ day }) => day);
    if (corrected.length > 0) {
      this.logger.warn('exchange rates of earlier days were corrected', {
        days: corrected.slice(0, 10).join(' '),
      });
    }
    await appendToOutbox(tx, rateEvents(saved));
  }
}

async function fetchFeed(http: OutboundHttp, path: string): Promise<Buffer> {
  const answer = await http.bytes({ method: 'GET', path, headers: { accept: 'application/xml, text/xml' } });
  if (!isSuccess(answer))
    throw new UnreadableRatesError(`the exchange rates were refused with status ${answer.status}`);
  // The login page of a network comes with status 200.
  if (!isXml(answer))
    throw new UnreadableRatesError('the exchange rates are of another content type than XML');
  return answer.bytes;
}

function isXml({ headers }: HttpBytes): boolean {
  const type = headers['content-type'];
  return type === undefined || /\bxml\b/i.test(String(type));
}
