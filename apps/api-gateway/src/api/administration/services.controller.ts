import { Type } from '@sinclair/typebox';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdministrationCommand, AdministrationResult, ServiceName, SERVICES } from '@tributary/contracts';
import { dataOf } from '@tributary/http';
import { CommandTimeoutError } from '@tributary/messaging';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Endpoint } from '../../rest/openapi/endpoint';
import { AdministeredServices } from './administered-services';
import { AdministeredServiceSizes, AdministeredServiceState, HEALTH } from './service.schema';

type Health = (typeof HEALTH)[number];

/** Shows administrators the state of the services. */
@ApiTags('Administration')
@Controller('admin')
export class AdministeredServicesController {
  constructor(@Inject(AdministeredServices) private readonly services: AdministeredServices) {}

  @Get('services')
  @Endpoint({
    summary: 'Show the health of each service, its outbox, consumer lag and dead letters',
    scopes: 'administrator',
    answer: Type.Object({ data: Type.Array(AdministeredServiceState) }),
  })
  async list(@Granted() access: Access) {
    const data = await Promise.all(
      SERVICES.map(async (service) => shownState(service, await this.read(access, service, 'showState'))),
    );
    return { data };
  }

  @Get('sizes')
  @Endpoint({
    summary: 'Show how much each service stores',
    scopes: 'administrator',
    answer: dataOf(
      Type.Object({
        database_bytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
        services: Type.Array(AdministeredServiceSizes),
      }),
    ),
  })
  async sizes(@Granted() access: Access) {
    const sizes = await Promise.all(
      SERVICES.map(async (service) => ({
        service,
        sizes: await this.read(access, service, 'showSizes'),
      })),
    );
    const known = sizes.find((one) => one.sizes !== null);
    return {
      data: {
        database_bytes: known?.sizes?.databaseBytes ?? null,
        services: sizes.map(({ service, sizes: its }) => ({
          service,
          bytes: its?.bytes ?? null,
          tables: its?.tables ?? null,
        })),
      },
    };
  }

  /** Null if the service sends no reply in time. */
  private async read<C extends Extract<AdministrationCommand, 'showState' | 'showSizes'>>(
    access: Access,
    service: ServiceName,
    command: C,
  ): Promise<AdministrationResult<C> | null> {
    try {
      return await this.services.show(access, service, command, {});
    } catch (error) {
      if (error instanceof CommandTimeoutError) return null;
      throw error;
    }
  }
}

function shownState(service: ServiceName, state: AdministrationResult<'showState'> | null) {
  return {
    service,
    health: healthOf(state),
    trouble: state ? state.trouble : 'The service does not answer. Is it running?',
    outbox: state?.outbox ?? null,
    oldest_outbox_s: state?.oldestOutboxS ?? null,
    dead_letters: state?.deadLetters ?? null,
    jobs_waiting: state?.jobsWaiting ?? null,
    jobs_failed: state?.jobsFailed ?? null,
    consumer_groups: state?.groups ?? null,
  };
}

function healthOf(state: AdministrationResult<'showState'> | null): Health {
  if (state === null) return 'UNREACHABLE';
  return state.trouble === null ? 'HEALTHY' : 'UNHEALTHY';
}
