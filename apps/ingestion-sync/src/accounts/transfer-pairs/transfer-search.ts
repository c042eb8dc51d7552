import { Inject, Injectable } from '@nestjs/common';
import { Database, msUntil } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { searchMonth } from './search-month';

/** A month whose search failed lets the others go first. */
const POSTPONED_MIN = 15;
/** Changes of a month that follow each other are searched together. */
const SPACING_MS = 1000;
/**
 * A month whose requests keep coming is searched this long after the oldest was due. A first sync saves each month for as
 * long as it lasts; searched every five seconds, its months took a tenth of the processor time of the whole path.
 */
const CHANGING_MAX_S = 55;

const REQUESTED = `
  select user_id, month, least(max(due_at), min(due_at) + make_interval(secs => ${CHANGING_MAX_S})) as due_at
    from transfer_search_requests group by user_id, month`;

interface DueSearch {
  readonly user_id: number;
  readonly month: string;
}

/** Searches months in which a user's transactions changed for transfers between the user's accounts. */
@Injectable()
export class TransferSearch extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) config: { readonly sync: Pick<IngestionSyncConfig['sync'], 'idleMs'> },
  ) {
    const onFailure = (error: unknown): void =>
      logger.failure('transfers between own accounts could not be searched', error);
    const { idleMs } = config.sync;
    const signals = { database, tables: ['transfer_search_requests'] };
    super({ name: 'transfer-search', idleMs, spacingMs: SPACING_MS, onFailure }, signals);
  }

  override async round(): Promise<boolean> {
    const [due] = await this.database.query<DueSearch>(
      `select user_id, month from (${REQUESTED}) r where due_at <= now() order by due_at, user_id, month limit 1`,
    );
    if (!due) return false;
    try {
      await this.database.transaction((tx) => searchMonth(tx, due.user_id, due.month));
    } catch (error) {
      await this.postpone(due);
      throw error;
    }
    return true;
  }

  protected override async dueInMs(): Promise<number | null> {
    const [next] = await this.database.query<{ in_ms: number | null }>(
      `select ${msUntil('min(due_at)')} as in_ms from (${REQUESTED}) r`,
    );
    return next?.in_ms ?? null;
  }

  private async postpone({ user_id: userId, month }: DueSearch): Promise<void> {
    await this.database.execute(
      'update transfer_search_requests set due_at = now() + make_interval(mins => $3) where user_id = $1 and month = $2',
      [userId, month, POSTPONED_MIN],
    );
  }
}
