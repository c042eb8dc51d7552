import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { BatchObservableCallback, BatchObservableResult, Observable } from '@opentelemetry/api';
import { Database } from '@tributary/persistence';
import { BACKUP_AGE, meter, SERVICE, ServiceLogger } from '@tributary/service';

/** Age of the last backup. Backup programs record it in the gateway's schema, because they end before metrics are read. */
@Injectable()
export class BackupMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly age = meter().createObservableGauge('tributary.backup.age', {
    description: 'How old the last recorded backup is; without one, how old the first account is',
    unit: 's',
  });
  private readonly failures = meter().createObservableGauge('tributary.backup.failures', {
    description: 'Attempts to make a backup that have failed since the last one',
  });
  private readonly observed: Observable[] = [this.age, this.failures];
  private readonly observe: BatchObservableCallback = (result) => this.read(result);

  constructor(
    private readonly database: Database,
    private readonly logger: ServiceLogger,
  ) {}

  onApplicationBootstrap(): void {
    meter().addBatchObservableCallback(this.observe, this.observed);
  }

  beforeApplicationShutdown(): void {
    meter().removeBatchObservableCallback(this.observe, this.observed);
  }

  private async read(result: BatchObservableResult): Promise<void> {
    const labels = { [SERVICE]: 'api-gateway' };
    try {
      const [found] = await this.database.query<{ age: number | null; failures: number }>(BACKUP_AGE);
      if (found && found.age !== null) result.observe(this.age, found.age, labels);
      result.observe(this.failures, found?.failures ?? 0, labels);
    } catch (error) {
      this.logger.failure('metrics could not be read', error);
    }
  }
}
