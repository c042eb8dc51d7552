import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { WAITS_FOR_CURRENCY } from '../transfers/waiting-transfers';

/** Many transfers are planned one after the other; a link says soon enough how many wait. */
const SPACING_MS = 1000;
const LINKS_PER_ROUND = 200;

/** Publishes how many transactions of each link wait for a rate or a choice, counted from its transfers. */
@Injectable()
export class CurrencyWaits extends BackgroundWorker {
  private areLeft = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void =>
      logger.failure('counting what waits for its currency failed', error);
    super({ name: 'currency-waits', spacingMs: SPACING_MS, onFailure }, { database, tables: ['transfers'] });
  }

  async round(): Promise<boolean> {
    const { found, published } = await this.database.transaction((tx) => this.publishChanged(tx));
    this.areLeft = published < found;
    return found === LINKS_PER_ROUND && published > 0;
  }

  /** Links that another transaction had locked are counted again. */
  protected override dueInMs(): Promise<number | null> {
    return Promise.resolve(this.areLeft ? SPACING_MS : null);
  }

  private async publishChanged(tx: Tx): Promise<{ readonly found: number; readonly published: number }> {
    const counts = await changedCounts(tx);
    if (counts.size === 0) return { found: 0, published: 0 };
    const links = await tx.manager
      .createQueryBuilder(TransferLink, 'link')
      .where('link.id in (:...ids) and not link.deleted', { ids: [...counts.keys()] })
      .orderBy('link.id')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    for (const link of links) {
      link.waitingForCurrency = counts.get(link.id) ?? 0;
      link.version += 1;
    }
    await tx.manager.save(TransferLink, links);
    await appendToOutbox(
      tx,
      links.map((link) => linkUpserted(link)),
    );
    return { found: counts.size, published: links.length };
  }
}

/** Of the links whose published count is not theirs any more. */
async function changedCounts(tx: Tx): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ linkId: number; waiting: number }>(
    `select l.id as "linkId", w.waiting
       from (select t.link_id, count(*)::int as waiting from transfers t where ${WAITS_FOR_CURRENCY} group by t.link_id) w
       join transfer_links l on l.id = w.link_id
      where not l.deleted and l.waiting_for_currency <> w.waiting
     union all
     select l.id, 0 from transfer_links l
      where not l.deleted and l.waiting_for_currency > 0
        and not exists (select 1 from transfers t where t.link_id = l.id and ${WAITS_FOR_CURRENCY})
     order by 1 limit ${LINKS_PER_ROUND}`,
  );
  return new Map(rows.map(({ linkId, waiting }) => [linkId, waiting]));
}
