import parse from 'parse-prometheus-text-format';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedTributary } from './started-tributary';

/** A line with a value; the parser joins the series of a histogram, without their labels. */
const SAMPLE = /^(\w+)(?:\{(.*)\})? \S+$/gm;

type Labels = Readonly<Record<string, string>>;

/** The metrics of a run as Prometheus reads them: all series of all scrapes until its end. */
export class ScrapedRun {
  private readonly series = new Map<string, Map<string, Labels>>();
  /** The status of a request without the token. */
  withoutToken = 0;
  /** The number of metrics in the last scrape that had any. */
  families = 0;

  static async of(run: StartedTributary, url: string, token: string): Promise<ScrapedRun> {
    const scraped = new ScrapedRun();
    while (run.process.exitCode === null) {
      await scraped.scrape(url, token).catch(() => undefined); // not started yet, or already ended
      await sleep(500);
    }
    return scraped;
  }

  /** Returns labels by metric, without those of the process as a whole. */
  names(): Map<string, Set<string>> {
    return new Map(
      [...this.series].map(([name, all]) => [
        name,
        new Set([...all.values()].flatMap((one) => Object.keys(one))),
      ]),
    );
  }

  valuesOf(metric: string, label: string): Set<string> {
    return new Set([...(this.series.get(metric)?.values() ?? [])].map((labels) => labels[label] ?? ''));
  }

  /** Returns the label values of all metrics, one per line. */
  labelValues(): string {
    const ours = [...this.series].filter(([name]) => name !== 'target_info');
    return ours.flatMap(([, all]) => [...all.values()].flatMap((one) => Object.values(one))).join('\n');
  }

  private async scrape(url: string, token: string): Promise<void> {
    this.withoutToken = (await fetch(url)).status;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) return; // the collection ends a moment before the process
    const text = await response.text();
    this.families = parse(text).length;
    for (const [, name = '', labels = ''] of text.matchAll(SAMPLE)) this.add(name, labelsIn(labels));
  }

  private add(name: string, labels: Labels): void {
    const all = this.series.get(name) ?? new Map<string, Labels>();
    this.series.set(name, all.set(JSON.stringify(labels), labels));
  }
}

function labelsIn(text: string): Labels {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) labels[name] = value;
  return labels;
}
