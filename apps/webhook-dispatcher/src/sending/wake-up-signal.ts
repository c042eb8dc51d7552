/** Wakes one waiting loop; a signal that is sent while the loop works ends its next wait. */
export class WakeUpSignal {
  private isSent = false;
  private wake: (() => void) | null = null;

  send(): void {
    this.isSent = true;
    this.wake?.();
  }

  /** Resolves at the next signal, or after the time. */
  async wait(ms: number): Promise<void> {
    if (!this.isSent) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.isSent = false;
  }
}
