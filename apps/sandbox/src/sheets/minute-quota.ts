import { RollingLimit } from '../metering/rolling-limit';

const MINUTE_MS = 60_000;

export interface MinuteLimits {
  /** Maximum number of requests a minute for the whole project, reads and writes separately. */
  readonly perProject: number;
  readonly perUser: number;
}

type Metric = 'Read requests' | 'Write requests';

/** Requests of the last minute, reads and writes each by themselves. */
export class MinuteQuota {
  readonly project: RollingLimit;
  readonly user: RollingLimit;

  constructor({ perProject, perUser }: MinuteLimits, now: () => number) {
    this.project = new RollingLimit(perProject, MINUTE_MS, now);
    this.user = new RollingLimit(perUser, MINUTE_MS, now);
  }

  /** Counts a request; gives the words of the refusal where there have been too many. */
  spend(metric: Metric): string | null {
    if (this.user.isSpent(metric)) return refusal(metric, 'per minute per user');
    if (this.project.isSpent(metric)) return refusal(metric, 'per minute');
    this.project.spend(metric);
    this.user.spend(metric);
    return null;
  }
}

function refusal(metric: Metric, limit: string): string {
  return `Quota exceeded for quota metric '${metric}' and limit '${metric} ${limit}' of service 'sheets.googleapis.com' for consumer 'project_number:1'.`;
}
