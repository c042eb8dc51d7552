/** Which connections have syncs under way, and which had some and have none any more. */
export class ConnectionTally {
  private readonly running = new Map<number, number>();
  private readonly completed = new Set<number>();

  begin(connectionId: number): void {
    this.running.set(connectionId, (this.running.get(connectionId) ?? 0) + 1);
    this.completed.delete(connectionId);
  }

  /** True where it was the connection's last one under way. */
  end(connectionId: number): boolean {
    const left = (this.running.get(connectionId) ?? 1) - 1;
    if (left > 0) {
      this.running.set(connectionId, left);
      return false;
    }
    this.running.delete(connectionId);
    this.completed.add(connectionId);
    return true;
  }

  popCompleted(): number[] {
    const ids = [...this.completed];
    this.completed.clear();
    return ids;
  }
}
