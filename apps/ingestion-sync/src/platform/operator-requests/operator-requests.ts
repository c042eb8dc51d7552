import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { OperatorDesk } from '@tributary/service';
import { Providers } from '../../providers/providers';
import { beginReprocessings } from './begin-reprocessings';
import { syncAccounts } from './sync-accounts';

/** Operators' requests to this service. */
@Injectable()
export class OperatorRequests {
  constructor(
    @Inject(OperatorDesk) desk: OperatorDesk,
    @Inject(Database) database: Database,
    @Inject(SecretBox) box: SecretBox,
    @Inject(Providers) providers: Providers,
  ) {
    desk.handle('reprocess', beginReprocessings(database));
    desk.handle('sync-accounts', syncAccounts(database, { box, providers }));
  }
}
