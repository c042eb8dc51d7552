import { Injectable } from '@nestjs/common';

/** Wakes the sync loop for changes that a user waits for. Send it once they are committed. */
@Injectable()
export class SyncSignal {
  private wakeLoop: () => void = () => undefined;

  /** The loop subscribes; `sync/` depends on accounts, not the other way round. */
  onWake(wakeLoop: () => void): void {
    this.wakeLoop = wakeLoop;
  }

  wake(): void {
    this.wakeLoop();
  }
}
