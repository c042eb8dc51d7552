/** Parts that a start can wait for, by the names that readiness uses. */
export type Awaited = 'database' | 'bus';

/** Parts that a starting service waits for now; readiness reports them before the parts can be checked. */
export class StartUp {
  private readonly waits = new Map<Awaited, string>();

  /** @param reason one line without addresses, names or credentials */
  waitsFor(part: Awaited, reason: string): void {
    this.waits.set(part, reason);
  }

  found(part: Awaited): void {
    this.waits.delete(part);
  }

  reasons(): Readonly<Partial<Record<Awaited, string>>> {
    return Object.fromEntries(this.waits);
  }
}
