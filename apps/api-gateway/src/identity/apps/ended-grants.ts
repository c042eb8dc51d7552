import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { endedGrantIds } from '../authorizations/grants.store';
import { revokeGrant } from './grants';

const EVERY_MS = 60_000;
const GRANTS_PER_ROUND = 200;

/** Revokes grants that have reached the end that their user set. The tokens of such a grant have ended already. */
@Injectable()
export class EndedGrants extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      name: 'ended grants',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('grants that have ended could not be revoked', error),
    });
  }

  /** @returns whether there may be more */
  async round(): Promise<boolean> {
    const ended = await endedGrantIds(this.database, GRANTS_PER_ROUND);
    for (const id of ended) await revokeGrant(this.database, id, { kind: 'CONSENT_ENDED' });
    return ended.length === GRANTS_PER_ROUND;
  }
}
