import { Paper, Text } from '@mantine/core';
import { useMemo, useState, type PointerEvent } from 'react';
import {
  areaPath,
  depthOf,
  labelled,
  scaleOf,
  stacked,
  stepPath,
  type Scale,
  type Values,
} from './chart-shapes';
import classes from '../time-chart.module.css';

/** A line or a row of bars: exact amounts by the label of the axis. */
export interface Series {
  /** Unique among the series. */
  readonly name: string;
  /** A colour of the theme: `river.6`. */
  readonly color: string;
  readonly amounts: ReadonlyMap<string, string>;
}

interface TimeChartProps {
  readonly kind: 'area' | 'lines' | 'bars';
  /** Describes the chart to screen readers. */
  readonly label: string;
  readonly axis: readonly string[];
  readonly axisText: (label: string) => string;
  readonly series: readonly Series[];
  readonly amountText: (amount: string) => string;
}

const COMPACT = new Intl.NumberFormat(navigator.language, { notation: 'compact' });
/** Pictures with bars are half as wide. */
const LABELS = { area: 6, lines: 6, bars: 4 } as const;
/** The width of a bar, as a share of the space between two bars. */
const BAR_WIDTH = 0.7;

/**
 * Amounts over time. Numbers draw the shape alone; labels show the exact texts. The first screen waits for this picture,
 * so it is drawn here: a library for charts takes more script than the whole rest of the screen.
 */
export function TimeChart({ kind, label, axis, axisText, series, amountText }: TimeChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const isBars = kind === 'bars';
  const share = (at: number) => (isBars ? (at + 0.5) / axis.length : at / Math.max(1, axis.length - 1));
  const show = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const along = (clientX - left) / width;
    const at = isBars ? Math.floor(along * axis.length) : Math.round(along * (axis.length - 1));
    setShown(Math.min(axis.length - 1, Math.max(0, at)));
  };
  const scale = useMemo(() => scaleOfSeries(kind, axis, series), [kind, axis, series]);
  return (
    <div role="img" aria-label={label}>
      {series.length > 1 && <Legend series={series} />}
      <div className={classes['chart']}>
        <div className={classes['plot']} onPointerMove={show} onPointerLeave={() => setShown(null)}>
          <Shapes kind={kind} axis={axis} series={series} scale={scale} />
          {scale.ticks.map((tick) => (
            <span key={tick} className={classes['amount']} style={{ top: `${100 * depthOf(tick, scale)}%` }}>
              {COMPACT.format(tick)}
            </span>
          ))}
          <div>
            {labelled(axis.length, LABELS[kind]).map((at) => (
              <span key={at} className={classes['time']} style={along(share(at))}>
                {axisText(axis[at] ?? '')}
              </span>
            ))}
          </div>
          {shown !== null && axis[shown] !== undefined && (
            <>
              <div className={classes['mark']} style={{ left: `${100 * share(shown)}%` }} />
              <div className={classes['shown']} style={along(share(shown))}>
                <Labels at={axis[shown]} axisText={axisText} series={series} amountText={amountText} />
              </div>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Legend({ series }: Pick<TimeChartProps, 'series'>) {
  return (
    <div className={classes['legend']}>
      {series.map(({ name, color }) => (
        <span key={name}>
          <span className={classes['swatch']} style={{ background: colorOf(color) }} />
          {name}
        </span>
      ))}
    </div>
  );
}

interface ShapesProps extends Pick<TimeChartProps, 'kind' | 'axis' | 'series'> {
  readonly scale: Scale;
}

/** A picture of 1 × 1 that CSS stretches: it needs no size, so it is drawn once. */
function Shapes({ kind, axis, series, scale }: ShapesProps) {
  return useMemo(() => {
    const values = series.map((one) => valuesOf(axis, one));
    return (
      <svg className={classes['shapes']} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {scale.ticks.map((tick) => (
          <line
            key={tick}
            className={classes['grid']}
            x2={1}
            y1={depthOf(tick, scale)}
            y2={depthOf(tick, scale)}
          />
        ))}
        {kind === 'bars' ? (
          <Bars axis={axis} series={series} scale={scale} />
        ) : (
          series.map(({ name, color }, index) => (
            <g key={name} fill="none" stroke={colorOf(color)} strokeWidth={2}>
              {kind === 'area' && (
                <path
                  d={areaPath(values[index] ?? [], scale)}
                  fill={colorOf(color)}
                  fillOpacity={0.2}
                  stroke="none"
                />
              )}
              <path d={stepPath(values[index] ?? [], scale)} />
            </g>
          ))
        )}
      </svg>
    );
  }, [kind, axis, series, scale]);
}

function Bars({ axis, series, scale }: Omit<ShapesProps, 'kind'>) {
  const room = 1 / axis.length;
  return stacked(series.map((one) => valuesOf(axis, one))).map((bars, index) => (
    <g key={series[index]?.name} fill={colorOf(series[index]?.color ?? '')}>
      {bars.map(({ at, from, to }) => (
        <rect
          key={at}
          x={(at + (1 - BAR_WIDTH) / 2) * room}
          width={BAR_WIDTH * room}
          y={depthOf(Math.max(from, to), scale)}
          height={Math.abs(depthOf(from, scale) - depthOf(to, scale))}
        />
      ))}
    </g>
  ));
}

interface LabelsProps extends Pick<TimeChartProps, 'axisText' | 'series' | 'amountText'> {
  readonly at: string;
}

function Labels({ at, axisText, series, amountText }: LabelsProps) {
  return (
    <Paper p="xs" shadow="sm">
      <Text size="sm">{axisText(at)}</Text>
      {series.map(({ name, amounts }) => {
        const amount = amounts.get(at);
        return amount === undefined ? null : (
          <Text key={name} size="sm" fw={600}>
            {series.length > 1 && `${name}: `}
            {amountText(amount)}
          </Text>
        );
      })}
    </Paper>
  );
}

function scaleOfSeries(
  kind: TimeChartProps['kind'],
  axis: readonly string[],
  series: readonly Series[],
): Scale {
  const values = series.map((one) => valuesOf(axis, one));
  return scaleOf(
    kind === 'bars'
      ? stacked(values).flatMap((bars) => bars.map(({ to }) => to))
      : values.flatMap((one) => one.filter((value) => value !== null)),
  );
}

function valuesOf(axis: readonly string[], { amounts }: Series): Values {
  return axis.map((at) => {
    const amount = amounts.get(at);
    return amount === undefined ? null : Number(amount);
  });
}

/** Shifts a label so that it stays within the picture: the first begins at its position, the last ends there. */
function along(share: number): { readonly left: string; readonly transform: string } {
  return { left: `${100 * share}%`, transform: `translateX(${-100 * share}%)` };
}

function colorOf(color: string): string {
  return `var(--mantine-color-${color.replace('.', '-')})`;
}
