import { CommandClient } from '@tributary/messaging';

/** The five running services, and their addresses. */
export interface RunningSystem {
  /** The address of the gateway, without the API's path. */
  readonly gatewayUrl: string;
  /** Sends commands that REST does not offer. */
  readonly commands: CommandClient;
  /** Returns the seconds from start to ready, and the resident memory in MiB, by process. */
  readonly measures: () => Promise<ProcessMeasure[]>;
  /** Rejects when a part ends unexpectedly. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export interface ProcessMeasure {
  readonly name: string;
  readonly pid: number;
  readonly startS: number;
  readonly rssMb: number;
}
