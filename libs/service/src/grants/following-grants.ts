import { Controller, Inject, Provider, Type } from '@nestjs/common';
import { KEEP_PAUSED, KeepPausedInRuleEngine, Problem, ServiceName } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { GrantChangedConsumer } from './grant-changed.consumer';
import { GrantExpiry } from './grant-expiry';
import { type Pausable, PAUSABLES } from './pausable';

/**
 * The providers with which a service's module pauses resources with their grants, and lets owners keep them.
 * @param pausables one provider for each kind of resource
 */
export function followingGrants(
  service: ServiceName,
  pausables: readonly Type<Pausable>[],
): { controllers: Type[]; providers: Provider[] } {
  return {
    // The gateway changes grants: it applies each change immediately, and keeps its own resources itself.
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

    /** Only the owner: otherwise an app could get back what another app made. */
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
