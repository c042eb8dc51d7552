import type { Agent } from 'undici';

/** Time for running exchanges when a service stops; the service's own work has ended before. */
const ENDING_MS = 1000;

/** The exchanges under way of an agent. */
export class Exchanges {
  private readonly underWay = new Set<Promise<unknown>>();

  /** The result of an exchange that has begun. */
  async resultOf<T>(exchange: Promise<T>): Promise<T> {
    this.underWay.add(exchange);
    try {
      return await exchange;
    } finally {
      this.underWay.delete(exchange);
    }
  }

  /**
   * Ends the agent's connections; exchanges under way have a moment to end by themselves. undici's own `close` waits for each of
   * them without a limit, and `destroy` cannot cut that short.
   */
  async end(agent: Agent): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ENDING_MS);
      void Promise.allSettled(this.underWay).then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    await agent.destroy();
  }
}
