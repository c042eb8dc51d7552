import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import type { IngestionSyncConfig } from '../ingestion-sync.config';
import { INGESTION_CONFIG } from '../ingestion-sync.tokens';
import { searchMonth } from './search-month';

/** A month whose search failed lets the others go first. */
const POSTPONED_MIN = 15;

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
    super({
      name: 'transfer-search',
      idleMs: config.sync.idleMs,
      onFailure: (error) => logger.failure('transfers between own accounts could not be searched', error),
    });
  }

  override async round(): Promise<boolean> {
    const [due] = await this.database.query<DueSearch>(
      'select user_id, month from transfer_searches where due_at <= now() order by due_at, user_id, month limit 1',
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

  private async postpone({ user_id: userId, month }: DueSearch): Promise<void> {
    await this.database.execute(
      'update transfer_searches set due_at = now() + make_interval(mins => $3) where user_id = $1 and month = $2',
      [userId, month, POSTPONED_MIN],
    );
  }
}
