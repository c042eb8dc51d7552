/** Everything that a test has opened, to be closed in reverse order. */
export class Closing {
  private readonly steps: (() => unknown)[] = [];

  /** @returns the resource, which `close` will close */
  add<Resource>(resource: Resource, close: (resource: Resource) => unknown): Resource {
    this.steps.push(() => close(resource));
    return resource;
  }

  /** Closes all of it, even where closing a part fails; a second call has nothing left to close. */
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

/** Runs a start. If it fails half-way, what it had opened is closed: nothing of it outlives the suite. */
export async function openAll<Opened>(start: (closing: Closing) => Promise<Opened>): Promise<Opened> {
  const closing = new Closing();
  try {
    return await start(closing);
  } catch (error) {
    await closing.close().catch(() => undefined); // the start's own error says more
    throw error;
  }
}
