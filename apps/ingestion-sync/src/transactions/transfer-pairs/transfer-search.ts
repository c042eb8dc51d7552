import { Inject, Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { pairs } from './find-pairs';
import { judgeExchange } from './judge-exchange';
import {
  findCandidates,
  lockPairs,
  movePairs,
  openProposals,
  reviseExchanges,
  savePairs,
} from './transfer-pairs.store';
import { transferPairEvents } from './transfer-pair-events';
import { deleteRequests, dueSearch, nextSearchInMs, postponeSearch } from './search-requests.store';

/** Time for which a month is postponed after a failed search, so that other months go first. */
const POSTPONED_MIN = 15;
/** The interval of searches: changes of a month within it are searched together. */
const SPACING_MS = 1000;
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
    const due = await dueSearch(this.database);
    if (!due) return false;
    try {
      await this.database.transaction((tx) => searchMonth(tx, due.user_id, due.month));
    } catch (error) {
      await postponeSearch(this.database, due, POSTPONED_MIN);
      throw error;
    }
    return true;
  }

  protected override dueInMs(): Promise<number | null> {
    return nextSearchInMs(this.database);
  }
}

/** The most days between the bookings of the two sides of a transfer. */
export const TRANSFER_DAYS_MAX = 5;
/** The most candidates of one month: a user would not decide on more, and equal amounts multiply. */
const CANDIDATES_MAX = 5000;
/** The most rows with one amount and direction on one day: more would multiply, and the user pairs them manually. */
const EQUAL_A_DAY_MAX = 5;

/**
 * Proposes the transfers between a user's accounts in one month and some days around it, and removes the requests that
 * existed before.
 */
export async function searchMonth(tx: Tx, userId: number, month: string): Promise<void> {
  await lockPairs(tx, userId);
  await deleteRequests(tx, userId, month);
  const searched = { userId, month, days: TRANSFER_DAYS_MAX };
  const limits = { candidates: CANDIDATES_MAX, equalADay: EQUAL_A_DAY_MAX };
  const found = await findCandidates(tx, searched, limits);
  const open = await openProposals(tx, searched);
  const { proposed, ended, revised } = pairs(found.map(judgeExchange), open);
  const endedRows = await movePairs(tx, ended, 'ENDED');
  const revisedRows = await reviseExchanges(tx, revised);
  const proposedRows =
    proposed.length === 0 ? [] : await savePairs(tx, proposed, { status: 'PROPOSED', origin: 'MATCHED' });
  await appendToOutbox(tx, transferPairEvents([...endedRows, ...revisedRows, ...proposedRows]));
}
