import { AreIdsOf } from '@tributary/http';

/** Body of `PUT /transfer-logs/retry-bulk` and `PUT /transfer-logs/undo-bulk`. */
export class TransferLogsBody {
  @AreIdsOf('transfer log')
  transferLogIds!: number[];
}
