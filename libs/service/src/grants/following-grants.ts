import { Controller, Inject, Provider, Type, Injectable } from '@nestjs/common';
import { KEEP_PAUSED, KeepPausedInRuleEngine, Problem, ServiceName } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import { type Tx, Database } from '@tributary/persistence';
import { BackgroundWorker } from '@tributary/jobs';
import { GrantChangedConsumer } from './grant-changed.consumer';
import { type Pausable, PAUSABLES } from './pausable';
import { ServiceLogger } from '../logs/logger';
import { endExpired, nextExpiryInMs } from './followed-grants.store';

/** Ends expired grants, because an expiry has no event. */
@Injectable()
class GrantExpiry extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PAUSABLES) private readonly pausables: readonly Pausable[],
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void => logger.failure('ending expired grants failed', error);
    super({ name: 'grant expiry', onFailure }, { database, tables: ['followed_grants'] });
  }

  /** @returns whether there may be more */
  protected round(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const grant = await endExpired(tx);
      if (!grant) return false;
      for (const pausable of this.pausables) await pausable.follow(tx, { ...grant, revoked: true });
      return true;
    });
  }

  protected override async dueInMs(): Promise<number | null> {
    return nextExpiryInMs(this.database);
  }
}

/**
 * The providers with which a service's module pauses resources with their grants, and lets owners resume them.
 * @param pausables one provider for each kind of resource
 */
export function followingGrants(
  service: ServiceName,
  pausables: readonly Type<Pausable>[],
): { controllers: Type[]; providers: Provider[] } {
  return {
    // The gateway changes grants: it applies each change immediately, and resumes its own resources itself.
    controllers:
      service === 'api-gateway' ? [] : [GrantChangedConsumer, keepController(KEEP_PAUSED[service])],
    providers: [
      ...pausables,
      { provide: PAUSABLES, inject: [...pausables], useFactory: (...all: Pausable[]) => all },
      GrantExpiry,
    ],
  };
}

function keepController(command: (typeof KEEP_PAUSED)[keyof typeof KEEP_PAUSED]): Type {
  @Controller()
  class KeepPausedHandler {
    constructor(@Inject(PAUSABLES) private readonly pausables: readonly Pausable[]) {}

    /**
     * Detaches a paused resource from its ended grant, so that it runs again. Only the owner may do so; otherwise an app
     * could resume the resource of another app.
     */
    @OnCommand(command)
    async keep(
      { caller, payload }: ReceivedCommand<typeof KeepPausedInRuleEngine>,
      tx: Tx,
    ): Promise<Record<string, never>> {
      const pausable = this.pausables.find(({ kind }) => kind === payload.kind);
      const isOwner = caller.scopes === null && caller.accountIds === null && caller.grant === null;
      if (!pausable || !isOwner || !(await pausable.keep(tx, caller.userId, payload.id))) {
        throw Problem.notFound();
      }
      return {};
    }
  }

  return KeepPausedHandler;
}
