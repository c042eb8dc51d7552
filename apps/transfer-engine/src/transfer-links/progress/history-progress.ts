import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { lockOpenHistories, saveLinks } from '../transfer-links.store';
import { countOfLinks } from '../../transfers/transfers.store';
import { CarriedCounts, isOpen, progressedHistory } from './link-history';
import { linkUpserted } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';

/** Pause between looks at open histories, which change only by their transfers and by time. */
const LOOK_EVERY_MS = 1000;
const LINKS_PER_ROUND = 200;

/** Publishes the progress of links' histories. It is computed from their transfers, so it is stored nowhere else. */
@Injectable()
export class HistoryProgress extends BackgroundWorker {
  private after = 0;
  private areOpen = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void =>
      logger.failure('publishing the progress of histories failed', error);
    const options = { name: 'history-progress', spacingMs: LOOK_EVERY_MS, onFailure };
    super(options, { database, tables: ['transfer_links'] });
  }

  /** Processes a batch of links; returns true if there are more. */
  async round(): Promise<boolean> {
    const ids = await this.database.transaction((tx) => this.look(tx));
    this.areOpen = ids.length > 0 || this.after > 0;
    this.after = ids.length < LINKS_PER_ROUND ? 0 : (ids.at(-1) ?? 0);
    return ids.length === LINKS_PER_ROUND;
  }

  protected override dueInMs(): Promise<number | null> {
    return Promise.resolve(this.areOpen ? LOOK_EVERY_MS : null);
  }

  private async look(tx: Tx): Promise<number[]> {
    const links = await lockOpenHistories(tx, this.after, LINKS_PER_ROUND);
    const counted = await countOfLinks(
      tx,
      links.map(({ id }) => id),
    );
    const counts = new Map(counted.map((one) => [one.linkId, one]));
    const moved = links.filter((link) => move(link, counts.get(link.id) ?? NONE));
    if (moved.length > 0) {
      await saveLinks(tx, moved);
      await appendToOutbox(
        tx,
        moved.map((link) => linkUpserted(link)),
      );
    }
    return links.map(({ id }) => id);
  }
}

const NONE: CarriedCounts = { total: 0, waiting: 0, failed: 0 };

function move(link: TransferLink, counts: CarriedCounts): boolean {
  if (!isOpen(link.history)) return false;
  const next = progressedHistory(link.history, counts, link.history_shaped_at, new Date());
  if (next === link.history) return false;
  link.history = next;
  link.version += 1;
  return true;
}
