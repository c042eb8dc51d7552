const MINUTE_MS = 60_000;

export interface MinuteLimits {
  /** Requests a minute of the whole project, and of one account: reads and writes each. */
  readonly perProject: number;
  readonly perUser: number;
}

type Metric = 'Read requests' | 'Write requests';

/** Requests of the last minute, reads and writes each by themselves. */
export class MinuteQuota {
  private readonly times = new Map<string, number[]>();

  constructor(
    public limits: MinuteLimits,
    private readonly now: () => number,
  ) {}

  /** Counts a request; gives the words of the refusal where there have been too many. */
  take(metric: Metric, user: string): string | null {
    const project = this.recent(`${metric}/project`);
    const own = this.recent(`${metric}/${user}`);
    if (own.length >= this.limits.perUser) return refusal(metric, 'per minute per user');
    if (project.length >= this.limits.perProject) return refusal(metric, 'per minute');
    project.push(this.now());
    own.push(this.now());
    return null;
  }

  private recent(key: string): number[] {
    const since = this.now() - MINUTE_MS;
    const times = (this.times.get(key) ?? []).filter((time) => time > since);
    this.times.set(key, times);
    return times;
  }
}

function refusal(metric: Metric, limit: string): string {
  return `Quota exceeded for quota metric '${metric}' and limit '${metric} ${limit}' of service 'sheets.googleapis.com' for consumer 'project_number:1'.`;
}
