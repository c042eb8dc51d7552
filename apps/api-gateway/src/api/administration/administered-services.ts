import { Inject, Injectable } from '@nestjs/common';
import {
  ADMINISTRATION_COMMANDS,
  AdministrationCommand,
  AdministrationPayload,
  AdministrationResult,
  CommandContract,
  isAdministeredByCommand,
  Problem,
  ServiceName,
  SERVICES,
} from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import { ServiceAdministration } from '@tributary/service';
import { Commands } from '../../rest/commands';
import type { Access } from '../../identity/access/access';

type GatewayHandler<C extends AdministrationCommand> = (
  database: Queryable,
  payload: AdministrationPayload<C>,
  administratorId: number,
) => Promise<AdministrationResult<C>>;

/** Reads and changes services for administrators: other services by command, the gateway itself directly. */
@Injectable()
export class AdministeredServices {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceAdministration) private readonly own: ServiceAdministration,
  ) {}

  /** Sends a command that changes nothing. @throws the service's error, or CommandTimeoutError */
  show<C extends AdministrationCommand>(
    access: Access,
    service: ServiceName,
    command: C,
    payload: AdministrationPayload<C>,
  ): Promise<AdministrationResult<C>> {
    return this.send('ask', access, service, command, payload);
  }

  /** Sends a command that changes the service. @throws the service's error, or CommandTimeoutError */
  change<C extends AdministrationCommand>(
    access: Access,
    service: ServiceName,
    command: C,
    payload: AdministrationPayload<C>,
  ): Promise<AdministrationResult<C>> {
    return this.send('change', access, service, command, payload);
  }

  private async send<C extends AdministrationCommand>(
    how: 'ask' | 'change',
    access: Access,
    service: ServiceName,
    command: C,
    payload: AdministrationPayload<C>,
  ): Promise<AdministrationResult<C>> {
    if (isAdministeredByCommand(service)) {
      const contract: CommandContract = ADMINISTRATION_COMMANDS[service][command];
      const answer = await this.commands[how](contract, payload, { access, key: access.userId });
      return answer as AdministrationResult<C>;
    }
    const handle = this.own[command].bind(this.own) as GatewayHandler<C>;
    return this.database.transaction((tx) => handle(tx, payload, access.userId));
  }
}

/** The service of a path. @throws Problem (not_found) */
export function serviceNamed(name: string): ServiceName {
  const service = SERVICES.find((one) => one === name);
  if (!service) throw Problem.notFound();
  return service;
}
