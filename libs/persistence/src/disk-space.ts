import { sqlStateOf } from './transient-errors';

const DISK_FULL = '53100';
/** While the disk is full, something that every service does all the time fails more often than this. */
const REMEMBERED_MS = 15_000;

/**
 * Whether the database server had disk space when it was last written to. Reads go on while it has none, so nothing but
 * a failed write tells.
 */
export class DiskSpace {
  private refusedAtMs = Number.NEGATIVE_INFINITY;

  /** @param onRunOut told when a write is refused for the first time after a while */
  constructor(private readonly onRunOut: () => void = () => undefined) {}

  hasRunOut(): boolean {
    return performance.now() - this.refusedAtMs < REMEMBERED_MS;
  }

  /** Hands the result on, and notes what a failure says about the disk. */
  async watch<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (sqlStateOf(error) === DISK_FULL) this.refused();
      throw error;
    }
  }

  private refused(): void {
    const isNew = !this.hasRunOut();
    this.refusedAtMs = performance.now();
    if (isNew) this.onRunOut();
  }
}
