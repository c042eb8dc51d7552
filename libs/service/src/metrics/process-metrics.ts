import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BatchObservableCallback, BatchObservableResult, Observable } from '@opentelemetry/api';
import { Folders, spaceIn } from '../machine/disk-space';
import { memoryHere } from '../machine/memory';
import { meter, SERVICE } from './meter';

/** End of the certificate of each server that this service connects to; null: none yet, or no TLS. */
export type CertificateEnds = Readonly<Record<'database' | 'bus', () => Promise<Date | null>>>;

export interface ProcessMetricsOptions {
  readonly service: string;
  readonly folders: Folders;
  readonly certificates: CertificateEnds;
}

/** Metrics of the process and its environment: start time, memory, disks, and how long certificates are still valid. */
export class ProcessMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly started = meter().createObservableGauge('tributary.process.start_time', {
    description: 'When the process started, in seconds since 1970',
    unit: 's',
  });
  private readonly memory = meter().createObservableGauge('tributary.process.memory', {
    description: 'Memory that the process uses',
    unit: 'By',
  });
  private readonly memoryLimit = meter().createObservableGauge('tributary.process.memory.limit', {
    description: 'Memory that it may use: its container’s or unit’s limit, else the machine’s memory',
    unit: 'By',
  });
  private readonly free = meter().createObservableGauge('tributary.disk.free', {
    description: 'Bytes that are free on the disk of a folder',
    unit: 'By',
  });
  private readonly size = meter().createObservableGauge('tributary.disk.size', {
    description: 'Bytes of the disk of a folder',
    unit: 'By',
  });
  private readonly certificate = meter().createObservableGauge('tributary.certificate.remaining', {
    description: 'How long the certificate is still valid that the database or a broker has shown',
    unit: 's',
  });
  private readonly observed: Observable[] = [
    this.started,
    this.memory,
    this.memoryLimit,
    this.free,
    this.size,
    this.certificate,
  ];
  private readonly observe: BatchObservableCallback = (result) => this.read(result);

  constructor(private readonly options: ProcessMetricsOptions) {}

  onApplicationBootstrap(): void {
    meter().addBatchObservableCallback(this.observe, this.observed);
  }

  beforeApplicationShutdown(): void {
    meter().removeBatchObservableCallback(this.observe, this.observed);
  }

  private async read(result: BatchObservableResult): Promise<void> {
    const labels = { [SERVICE]: this.options.service };
    result.observe(this.started, performance.timeOrigin / 1000, labels);
    result.observe(this.memory, process.memoryUsage.rss(), labels);
    result.observe(this.memoryLimit, memoryHere().limit, labels);
    for (const [folder, path] of Object.entries(this.options.folders)) {
      const space = await spaceIn(path);
      if (space === null) continue;
      result.observe(this.free, space.free, { folder, ...labels });
      result.observe(this.size, space.size, { folder, ...labels });
    }
    for (const [peer, endsAt] of Object.entries(this.options.certificates)) {
      const end = await endsAt();
      if (end !== null)
        result.observe(this.certificate, (end.getTime() - Date.now()) / 1000, { peer, ...labels });
    }
  }
}
