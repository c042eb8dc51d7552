/** The steps between two lines of the axis are round numbers: 1, 2 or 5 times a power of ten. */
const ROUND = [1, 2, 5, 10] as const;
const INTERVALS = 4;

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** A value for each label of the axis; null where there is none. */
export type Values = readonly (number | null)[];

/** A bar from one amount to another, at an index of the axis. */
export interface Bar {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** An axis from below the lowest value to above the highest, with 0 on it. */
export function scaleOf(values: Iterable<number>): Scale {
  let [lowest, highest] = [0, 0];
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const step = roundStep((highest - lowest || 1) / INTERVALS);
  const [first, last] = [Math.floor(lowest / step), Math.max(Math.ceil(highest / step), 1)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, ticks };
}

/** The distance of an amount from the top of the picture, from 0 to 1. */
export function depthOf(value: number, { low, high }: Scale): number {
  return (high - value) / (high - low);
}

/** Returns an SVG path in a picture of 1 × 1 that steps through all values; each value lasts until the next one. */
export function stepPath(values: Values, scale: Scale): string {
  const last = Math.max(1, values.length - 1);
  return points(values)
    .map(({ at, value }, index) => {
      const [x, y] = [short(at / last), short(depthOf(value, scale))];
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join('');
}

/** Returns the SVG path of an area: the steps of the line, and back along 0. */
export function areaPath(values: Values, scale: Scale): string {
  const [first] = points(values);
  if (first === undefined) return '';
  const zero = short(depthOf(0, scale));
  const from = short(first.at / Math.max(1, values.length - 1));
  return `${stepPath(values, scale)}V${zero}H${from}Z`;
}

/** Bars upon each other: what is above 0 upwards, what is below it downwards. */
export function stacked(series: readonly Values[]): readonly (readonly Bar[])[] {
  const [above, below] = [new Map<number, number>(), new Map<number, number>()];
  return series.map((values) =>
    points(values).map(({ at, value }) => {
      const side = value < 0 ? below : above;
      const from = side.get(at) ?? 0;
      side.set(at, from + value);
      return { at, from, to: from + value };
    }),
  );
}

/** The indexes of the axis that get a label: the first, the last, and some between them. */
export function labelled(count: number, labels: number): number[] {
  if (count <= labels) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)));
}

function points(values: Values): { readonly at: number; readonly value: number }[] {
  return values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (ROUND.find((round) => round * power >= least) ?? 10) * power;
}

function short(fraction: number): number {
  return Math.round(fraction * 10_000) / 10_000;
}
