import { build } from 'hdr-histogram-js';

/** Durations of many events, in a fixed small memory. */
export class Durations {
  private readonly histogram = build({ highestTrackableValue: 600_000 });

  add(ms: number): void {
    this.histogram.recordValue(Math.min(600_000, Math.round(ms)));
  }

  figures(): { readonly p50_ms: number; readonly p99_ms: number; readonly max_ms: number } {
    const at = (percentile: number): number => this.histogram.getValueAtPercentile(percentile);
    return { p50_ms: at(50), p99_ms: at(99), max_ms: this.histogram.maxValue };
  }
}
