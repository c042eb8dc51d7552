import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { lockFreeLinks, readChangedCounts, saveLinks } from '../transfer-links.store';
import { linkUpserted } from '../transfer-link-upserted';

/** Pause between rounds: many transfers are planned in a row, and the count need not be exact at once. */
const SPACING_MS = 1000;
const LINKS_PER_ROUND = 200;

/**
 * Publishes how many transactions of each link wait for a rate or a currency choice, and how many were sent without a
 * category because the link maps theirs to none. Both are counted from its transfers.
 */
@Injectable()
export class LinkCounts extends BackgroundWorker {
  private areLeft = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void =>
      logger.failure('counting what waits for its currency or was sent without a category failed', error);
    super({ name: 'link-counts', spacingMs: SPACING_MS, onFailure }, { database, tables: ['transfers'] });
  }

  async round(): Promise<boolean> {
    const { found, published } = await this.database.transaction((tx) => this.publishChanged(tx));
    this.areLeft = published < found;
    return found === LINKS_PER_ROUND && published > 0;
  }

  /** Links that another transaction had locked are counted in the next round. */
  protected override dueInMs(): Promise<number | null> {
    return Promise.resolve(this.areLeft ? SPACING_MS : null);
  }

  private async publishChanged(tx: Tx): Promise<{ readonly found: number; readonly published: number }> {
    const counts = await readChangedCounts(tx, LINKS_PER_ROUND);
    if (counts.size === 0) return { found: 0, published: 0 };
    const links = await lockFreeLinks(tx, [...counts.keys()]);
    for (const link of links) {
      const { waiting = 0, unmapped = [] } = counts.get(link.id) ?? {};
      link.waiting_for_currency = waiting;
      link.unmapped_categories = [...unmapped];
      link.version += 1;
    }
    await saveLinks(tx, links);
    await appendToOutbox(
      tx,
      links.map((link) => linkUpserted(link)),
    );
    return { found: counts.size, published: links.length };
  }
}
