/** The resources that a test has opened; closes them in reverse order. */
export class Closing {
  private readonly steps: (() => unknown)[] = [];

  /**
   * Registers the resource for `close`.
   * @returns the resource
   */
  add<Resource>(resource: Resource, close: (resource: Resource) => unknown): Resource {
    this.steps.push(() => close(resource));
    return resource;
  }

  /** Closes all resources, even if closing one fails; a second call does nothing. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
  }
}

/** Runs a start. If it fails, everything that it had opened is closed. */
export async function openAll<Opened>(start: (closing: Closing) => Promise<Opened>): Promise<Opened> {
  const closing = new Closing();
  try {
    return await start(closing);
  } catch (error) {
    await closing.close().catch(() => undefined); // the start's own error says more
    throw error;
  }
}
