import { Controller, Inject, Type } from '@nestjs/common';
import {
  AdministeredService,
  ADMINISTRATION_COMMANDS,
  AdministrationCommand,
  AdministrationCommands,
  AdministrationResult,
} from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ServiceAdministration } from './service-administration';

type Received<C extends AdministrationCommand> = ReceivedCommand<AdministrationCommands[C]>;

/**
 * Returns the controllers that run the administration commands of a service (dead letters, sizes, state, requests). The
 * gateway sends these commands for its `/admin` routes.
 */
export function administrationControllers(service: AdministeredService): Type[] {
  const commands = ADMINISTRATION_COMMANDS[service];

  @Controller()
  class AdministrationController {
    constructor(@Inject(ServiceAdministration) private readonly administration: ServiceAdministration) {}

    @OnCommand(commands.showState)
    showState(_command: Received<'showState'>, tx: Tx): Promise<AdministrationResult<'showState'>> {
      return this.administration.showState(tx);
    }

    @OnCommand(commands.showSizes)
    showSizes(_command: Received<'showSizes'>, tx: Tx): Promise<AdministrationResult<'showSizes'>> {
      return this.administration.showSizes(tx);
    }

    @OnCommand(commands.listDeadLetters)
    listDeadLetters(
      { payload }: Received<'listDeadLetters'>,
      tx: Tx,
    ): Promise<AdministrationResult<'listDeadLetters'>> {
      return this.administration.listDeadLetters(tx, payload);
    }

    @OnCommand(commands.showDeadLetter)
    showDeadLetter(
      { payload }: Received<'showDeadLetter'>,
      tx: Tx,
    ): Promise<AdministrationResult<'showDeadLetter'>> {
      return this.administration.showDeadLetter(tx, payload);
    }

    @OnCommand(commands.replayDeadLetters)
    replayDeadLetters(
      { payload, caller }: Received<'replayDeadLetters'>,
      tx: Tx,
    ): Promise<AdministrationResult<'replayDeadLetters'>> {
      return this.administration.replayDeadLetters(tx, payload, caller.userId);
    }

    @OnCommand(commands.dropDeadLetters)
    dropDeadLetters(
      { payload }: Received<'dropDeadLetters'>,
      tx: Tx,
    ): Promise<AdministrationResult<'dropDeadLetters'>> {
      return this.administration.dropDeadLetters(tx, payload);
    }

    @OnCommand(commands.startRequest)
    startRequest(
      { payload, caller }: Received<'startRequest'>,
      tx: Tx,
    ): Promise<AdministrationResult<'startRequest'>> {
      return this.administration.startRequest(tx, payload, caller.userId);
    }

    @OnCommand(commands.listRequests)
    listRequests(
      { payload }: Received<'listRequests'>,
      tx: Tx,
    ): Promise<AdministrationResult<'listRequests'>> {
      return this.administration.listRequests(tx, payload);
    }

    @OnCommand(commands.showRequest)
    showRequest({ payload }: Received<'showRequest'>, tx: Tx): Promise<AdministrationResult<'showRequest'>> {
      return this.administration.showRequest(tx, payload);
    }
  }

  return [AdministrationController];
}
