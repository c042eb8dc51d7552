import { CommandClient } from '@tributary/messaging';

/** The five running services, and their addresses. */
export interface RunningSystem {
  /** Root of the gateway, without the API's path. */
  readonly gatewayUrl: string;
  /** For what REST does not offer yet. */
  readonly commands: CommandClient;
  /** Seconds from start to ready, and resident memory in MiB, by process. */
  readonly measures: () => Promise<ProcessMeasure[]>;
  /** Rejects when a part of it ends unexpectedly. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface ProcessMeasure {
  readonly name: string;
  readonly pid: number;
  readonly startS: number;
  readonly rssMb: number;
}
