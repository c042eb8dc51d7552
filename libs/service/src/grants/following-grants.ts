import { Controller, Inject, Provider, Type } from '@nestjs/common';
import { KEEP_PAUSED, KeepPausedInRuleEngine, Problem, ServiceName } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { GrantChangedConsumer } from './grant-changed.consumer';
import { GrantExpiry } from './grant-expiry';
import { type Pausable, PAUSABLES } from './pausable';

/**
 * What a service's module takes to pause things with the grants that made them, and to let their owner keep them.
 * @param pausables one provider for each kind of thing
 */
export function followingGrants(
  service: ServiceName,
  pausables: readonly Type<Pausable>[],
): { controllers: Type[]; providers: Provider[] } {
  return {
    // The gateway makes the grants: it follows them where it changes them, and keeps its own things itself.
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

    /** The owner alone: what an app made would come back to another app otherwise. */
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
