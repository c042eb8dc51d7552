import { DynamicModule, Module } from '@nestjs/common';
import { PlatformModule, Runtime } from '@tributary/service';
import { BackupMetrics } from './api/administration/backup-metrics';
import type { ApiGatewayConfig } from './api-gateway.config';
import { ConsoleModule } from './console/console.module';
import { SEALED_ANSWERS } from './rest/idempotency/idempotency-keys.store';
import { IDENTITY_TABLES, IdentityModule } from './identity/identity.module';
import { MIGRATIONS } from './migrations/migrations';
import { ApiModule } from './api/api.module';
import { LOGS } from './model/projections/projections';
import { RestModule } from './rest/rest.module';
import { retentions } from './platform/retention';
import { USER_DATA } from './platform/user-data';

/** The REST API and the pages for people: reads from the query model, writes by commands to the owners. */
@Module({})
export class ApiGatewayModule {
  static register(config: ApiGatewayConfig, runtime: Runtime): DynamicModule {
    return {
      module: ApiGatewayModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          entities: IDENTITY_TABLES.entities,
          sealed: { passing: [...IDENTITY_TABLES.sealed, ...SEALED_ANSWERS] },
          userData: USER_DATA,
          migrations: MIGRATIONS,
          logs: LOGS,
          retentions: Object.values(retentions(config)),
        }),
        RestModule.register(config),
        ApiModule,
        IdentityModule,
        ConsoleModule,
      ],
      providers: [BackupMetrics],
    };
  }
}
