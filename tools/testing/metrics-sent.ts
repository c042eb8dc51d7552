/** Metrics as OTLP sends them, as far as Prometheus' names and labels need it. */
export interface SentMetric {
  readonly name: string;
  readonly unit?: string;
  readonly sum?: Points & { readonly isMonotonic?: boolean };
  readonly gauge?: Points;
  readonly histogram?: Points;
}

interface Points {
  readonly dataPoints: readonly { readonly attributes?: readonly { readonly key: string }[] }[];
}

const UNITS: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes' };

/** Labels by metric, both as Prometheus calls them. */
export function prometheusNames(metrics: readonly SentMetric[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const metric of metrics) {
    const { dataPoints = [] } = metric.sum ?? metric.gauge ?? metric.histogram ?? {};
    const labels = dataPoints.flatMap(({ attributes = [] }) => attributes.map(({ key }) => underscored(key)));
    for (const name of namesOf(metric)) names.set(name, new Set([...(names.get(name) ?? []), ...labels]));
  }
  return names;
}

function namesOf({ name, unit, sum, histogram }: SentMetric): string[] {
  const base = underscored(name) + (UNITS[unit ?? ''] ?? '');
  if (histogram) return ['_count', '_sum', '_bucket'].map((suffix) => base + suffix);
  return [base + (sum?.isMonotonic ? '_total' : '')];
}

function underscored(name: string): string {
  return name.replaceAll('.', '_');
}

/** The metrics of an expression, and the labels that it selects or groups by. */
export function askedIn(expression: string): { readonly metrics: string[]; readonly labels: string[] } {
  const withoutValues = expression.replaceAll(/"[^"]*"/g, '""');
  const metrics = withoutValues.match(/\b(tributary|http|nodejs|v8js)_[a-z0-9_]+(?=[{[\s)]|$)(?!=)/g) ?? [];
  const grouped = [...withoutValues.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(','),
  );
  const selected = [...withoutValues.matchAll(/(\w+)(?:=~|!~|!=|=)""/g)].map(([, label = '']) => label);
  const ofPrometheus = ['job', 'le'];
  const labels = [...grouped.map((label) => label.trim()), ...selected];
  return {
    metrics: [...new Set(metrics)].filter((name) => !labels.includes(name)),
    labels: [...new Set(labels)].filter((label) => !ofPrometheus.includes(label)),
  };
}
