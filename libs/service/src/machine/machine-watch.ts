import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inWords } from './bytes';
import { Disk, disksOf, Folders, isNearlyFull } from './disk-space';
import { areApart, madeAtMs, OtherClocks } from './other-clocks';
import { Warnings } from './warnings';

const LOOK_EVERY_MS = 10_000;
/** undici, which sends all our requests to other servers, publishes the head of each response here. */
const ANSWERS = 'undici:request:headers';

export interface MachineWatchOptions {
  readonly warnings: Warnings;
  /** Folders that the process writes to, by their purpose. */
  readonly folders: Folders;
  /** The clock that the services use, and how far this machine's own is ahead of it. */
  readonly clock: { now(): number; exactly(): Promise<number>; machineAheadMs(): number };
  readonly lookEveryMs?: number;
}

/** Checks the environment of the process, and warns before it stops work: disks that are nearly full, clocks that are wrong. */
export class MachineWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly others = new OtherClocks();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private readonly onAnswer = (message: unknown): void => this.compare(message as AnswerHead);

  constructor(private readonly options: MachineWatchOptions) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.check(), this.options.lookEveryMs ?? LOOK_EVERY_MS).unref();
    subscribe(ANSWERS, this.onAnswer);
    void this.check();
  }

  beforeApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
    unsubscribe(ANSWERS, this.onAnswer);
  }

  private async check(): Promise<void> {
    if (this.isLooking) return; // the last check still waits for a disk
    this.isLooking = true;
    try {
      for (const [device, disk] of await disksOf(this.options.folders)) this.judgeDisk(device, disk);
      await this.judgeClocks();
    } finally {
      this.isLooking = false;
    }
  }

  private judgeDisk(device: number, disk: Disk): void {
    const { warnings } = this.options;
    const kind = `disk ${device}`;
    const left = `${inWords(disk.free)} of ${inWords(disk.size)} are free`;
    if (isNearlyFull(disk, warnings.has(kind)))
      warnings.warn(kind, `the disk for ${disk.folders} is nearly full: ${left}, make room`);
    else warnings.clear(kind, `the disk for ${disk.folders} has room again: ${left}`);
  }

  private async judgeClocks(): Promise<void> {
    const { clock } = this.options;
    const isKnown = await clock.exactly().then(
      () => true,
      () => false, // the database cannot be reached, and so its clock
    );
    if (isKnown) this.judgeClock(clock.machineAheadMs(), 'the clock of this machine', 'that of the database');
    const aheadMs = this.others.aheadMs();
    if (aheadMs !== null) this.judgeClock(aheadMs, 'the clock of the database', 'those of other servers');
  }

  private judgeClock(aheadMs: number, ours: string, theirs: string): void {
    const { warnings } = this.options;
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    const direction = aheadMs > 0 ? 'ahead of' : 'behind';
    if (areApart(aheadMs, warnings.has(ours)))
      warnings.warn(ours, `${ours} is ${seconds} s ${direction} ${theirs}: set both by NTP`);
    else warnings.clear(ours, `${ours} agrees with ${theirs} again`);
  }

  private compare({ request, response }: AnswerHead): void {
    const host = String(request.origin);
    if (!this.others.wants(host)) return;
    const madeAt = madeAtMs(response.headers);
    if (madeAt !== null) this.others.saw(host, this.options.clock.now() - madeAt);
  }
}

/** The message that undici publishes. */
interface AnswerHead {
  readonly request: { readonly origin: string | URL | null };
  readonly response: { readonly headers: readonly Uint8Array[] };
}
