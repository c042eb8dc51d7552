import { type ServiceName } from './search';

const SERVICE_NAMES: Readonly<Record<ServiceName, string>> = {
  'api-gateway': 'API gateway',
  'ingestion-sync': 'Ingestion and sync',
  'rule-engine': 'Rule engine',
  'transfer-engine': 'Transfer engine',
  'webhook-dispatcher': 'Webhook dispatcher',
};

/** A service as people call it. */
export function serviceName(service: ServiceName): string {
  return SERVICE_NAMES[service];
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12.3 MB`. */
export function bytesText(bytes: number, locale: string = navigator.language): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
}

/** `1,234`. */
export function countText(count: number, locale: string = navigator.language): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** A waiting time: `40 s`, `3 min`, `2 hr`. */
export function durationText(seconds: number, locale: string = navigator.language): string {
  const [unit, size] =
    seconds >= 3600
      ? (['hour', 3600] as const)
      : seconds >= 60
        ? (['minute', 60] as const)
        : (['second', 1] as const);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  });
  return format.format(seconds / size);
}

/** `1 dead letter`, `12 dead letters`. */
export function deadLettersText(count: number, locale: string = navigator.language): string {
  return count === 1 ? '1 dead letter' : `${countText(count, locale)} dead letters`;
}
