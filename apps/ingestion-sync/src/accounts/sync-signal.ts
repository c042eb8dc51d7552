import { Injectable } from '@nestjs/common';

/** Wakes the sync loop for changes that a user waits for. Send it after the commit. */
@Injectable()
export class SyncSignal {
  private wakeLoop: () => void = () => undefined;

  /** The loop subscribes here, because `sync/` depends on accounts and not the reverse. */
  onWake(wakeLoop: () => void): void {
    this.wakeLoop = wakeLoop;
  }

  wake(): void {
    this.wakeLoop();
  }
}
