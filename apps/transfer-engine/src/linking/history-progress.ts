import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { CarriedCounts, isOpen, progressedHistory } from './link-history';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { WAITS_FOR_CURRENCY } from '../transfers/waiting-transfers';

/** While a history is under way; nothing else moves it than its transfers and the time. */
const LOOK_EVERY_MS = 1000;
const LINKS_PER_ROUND = 200;

/** Publishes the progress of links' histories, computed from their transfers, so no other progress is stored. */
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

  /** A part of the links, the next part at once where there are more. */
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
    const links = await openLinks(tx, this.after);
    const counts = await countTransfers(tx, links);
    const moved = links.filter((link) => move(link, counts.get(link.id) ?? NONE));
    if (moved.length > 0) {
      await tx.manager.save(TransferLink, moved);
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
  const next = progressedHistory(link.history, counts, link.historyShapedAt, new Date());
  if (next === link.history) return false;
  link.history = next;
  link.version += 1;
  return true;
}

function openLinks(tx: Tx, after: number): Promise<TransferLink[]> {
  return tx.manager
    .createQueryBuilder(TransferLink, 'link')
    .where(`link.history ->> 'state' in ('WAITING', 'SHAPING', 'CARRYING') and not link.deleted`)
    .andWhere('link.id > :after', { after })
    .orderBy('link.id')
    .limit(LINKS_PER_ROUND)
    .setLock('pessimistic_write')
    .setOnLocked('skip_locked')
    .getMany();
}

/** What waits for a rate or a choice is counted on its own, and does not keep a history open. */
async function countTransfers(
  tx: Tx,
  links: readonly TransferLink[],
): Promise<ReadonlyMap<number, CarriedCounts>> {
  if (links.length === 0) return new Map();
  const rows = await tx.query<CarriedCounts & { linkId: number }>(
    `select l.id as "linkId", (count(*) filter (where not ${WAITS_FOR_CURRENCY}))::int as total,
            (count(*) filter (where t.state in ('PENDING', 'HELD') and not ${WAITS_FOR_CURRENCY}))::int as waiting,
            (count(*) filter (where t.state = 'FAILED'))::int as failed
       from transfer_links l
       join transfers t on t.link_id = l.id and t.destination_id = l.destination_id
      where l.id = any($1::bigint[]) group by l.id`,
    [links.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.linkId, row]));
}
