import { DynamicModule, Module } from '@nestjs/common';
import { DatabaseClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { providerToken } from '../provider-module';
import { readSimpleFinConfig, SimpleFinConfig } from './config';
import { SimpleFin } from './simplefin';
import { StoredRequestLedger } from './client/request-ledger.store';

/** SIMPLEFIN, where the operator offers it. It needs no keys: users bring setup tokens. */
@Module({})
export class SimpleFinModule {
  static readonly readConfig = readSimpleFinConfig;

  static register(config: SimpleFinConfig | null): DynamicModule {
    const provide = providerToken('SIMPLEFIN');
    return {
      module: SimpleFinModule,
      providers: [
        {
          provide,
          inject: [DatabaseClock, Database],
          useFactory: (clock: DatabaseClock, database: Database) =>
            config && new SimpleFin(config, clock, new StoredRequestLedger(database, config.dailyRequests)),
        },
      ],
      exports: [provide],
    };
  }
}
