import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { BusTransport } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { Draining } from './draining';

/** For whoever keeps the process alive: `live` says that it runs, `ready` that it can do its work. */
@Controller('health')
export class HealthController {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BusTransport) private readonly bus: BusTransport,
    @Inject(Draining) private readonly draining: Draining,
  ) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(): Promise<{ status: string; checks: Record<string, string> }> {
    const checks = {
      database: await this.databaseState(),
      bus: this.bus.isReady() ? 'ok' : 'down',
      ...(this.draining.hasBegun ? { process: 'ending' } : {}),
    };
    if (Object.values(checks).some((state) => state !== 'ok')) {
      throw new ServiceUnavailableException({ message: 'not ready', status: 'unavailable', checks });
    }
    return { status: 'ok', checks };
  }

  private async databaseState(): Promise<string> {
    try {
      await this.database.ping();
      return this.database.isDiskFull() ? 'disk full' : 'ok';
    } catch {
      return 'down'; // what is told here; the failure itself shows wherever the database is used
    }
  }
}
