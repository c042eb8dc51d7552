import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import type { IngestionSyncConfig } from '../ingestion-sync.config';
import { INGESTION_CONFIG } from '../ingestion-sync.tokens';
import { searchMonth } from './search-month';

/** Searches months in which a user's transactions changed for transfers between the user's accounts. */
@Injectable()
export class TransferSearch extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) config: IngestionSyncConfig,
  ) {
    super({
      name: 'transfer-search',
      idleMs: config.sync.idleMs,
      onFailure: (error) => logger.failure('transfers between own accounts could not be searched', error),
    });
  }

  protected override async round(): Promise<boolean> {
    const [due] = await this.database.query<{ user_id: number; month: string }>(
      'select user_id, month from transfer_searches where due_at <= now() order by due_at, user_id, month limit 1',
    );
    if (!due) return false;
    await this.database.transaction((tx) => searchMonth(tx, due.user_id, due.month));
    return true;
  }
}
