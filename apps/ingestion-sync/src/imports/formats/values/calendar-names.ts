import { foldText } from '../text/fold-text';

/** The languages whose names of months and weekdays are recognized. */
const LANGUAGES =
  'en de fr es it pt nl da nb sv fi pl cs sk hu ro el tr ru uk ja zh-Hans zh-Hant ko id en-GB fr-CA'.split(
    ' ',
  );

/** Spellings of months that `Intl` does not have. */
const FURTHER_MONTHS: Readonly<Record<string, number>> = {
  mrz: 3,
  mae: 3,
  maerz: 3,
  sept: 9,
  agt: 8,
  agust: 8,
  okt: 10,
};

/** A day of each month, and of each weekday. */
const FIRSTS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 2)));
const DAYS = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 2, 2 + day)));
/** The fewest letters of an abbreviated name. */
const LETTERS_MIN = 3;

/** Created for the first date with words, because it takes a tenth of a second and most files have none. */
const MONTHS = once(monthTable);
const WEEKDAYS = once(weekdayTable);
const ERAS = once(eraTable);

/** Returns 1 to 12 for the name of a month or its beginning, in any of the languages; otherwise undefined. */
export function monthNamed(name: string): number | undefined {
  return MONTHS().get(foldText(name)) ?? undefined;
}

export function isWeekday(name: string): boolean {
  return WEEKDAYS().has(foldText(name));
}

/** Returns the year before the first year of the named era: `令和`, `R`, `民國`. */
export function eraStart(name: string): number | undefined {
  return ERAS().get(foldText(name));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function monthTable(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const month of ['long', 'short'] as const) {
      // Many languages use the genitive of the name beside a day.
      for (const form of [{ month }, { month, day: 'numeric' as const }]) {
        partsOf(language, form, 'month', FIRSTS)
          .map(plain)
          .forEach((name, index) => {
            if (isName(name)) names.set(name, index + 1);
          });
      }
    }
  }
  for (const [name, month] of Object.entries(FURTHER_MONTHS)) names.set(name, month);
  const beginnings = new Map<string, number | null>();
  for (const [name, month] of names) {
    for (let length = LETTERS_MIN; length < name.length; length += 1) {
      const beginning = name.slice(0, length);
      const known = beginnings.get(beginning);
      beginnings.set(beginning, known === undefined || known === month ? month : null);
    }
  }
  const unique = [...beginnings].filter((entry): entry is [string, number] => entry[1] !== null);
  return new Map([...unique, ...names]);
}

function weekdayTable(): ReadonlySet<string> {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) =>
      partsOf(language, { weekday }, 'weekday', DAYS).map(plain),
    ),
  );
  // `segunda-feira` is two words, and each of them counts alone, too.
  return new Set(names.flatMap((name) => [name, ...name.split(/[\s-]+/)]));
}

function eraTable(): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  const add = (language: string, era: 'long' | 'narrow', year: number): void => {
    const date = new Date(Date.UTC(year, 5, 1));
    const options: Intl.DateTimeFormatOptions = { era, year: 'numeric' };
    const [name] = partsOf(language, options, 'era', [date]);
    const [number] = partsOf(language, options, 'year', [date]);
    if (name !== undefined && number !== undefined) starts.set(foldText(name), year - Number(number));
  };
  for (const year of [1900, 1920, 1950, 2000, 2025]) {
    add('ja-u-ca-japanese', 'long', year);
    add('en-u-ca-japanese', 'narrow', year);
  }
  for (const language of ['zh-Hant-u-ca-roc', 'zh-Hans-u-ca-roc', 'en-u-ca-roc']) add(language, 'long', 2025);
  return starts;
}

/** Returns this part of each of the dates, if it has one. */
function partsOf(
  language: string,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  dates: readonly Date[],
): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return dates.map((date) => format.formatToParts(date).find((part) => part.type === type)?.value ?? '');
}

function plain(name: string): string {
  return foldText(name).replace(/\./g, '').trim();
}

function isName(name: string): boolean {
  return name.length >= LETTERS_MIN && !/\d/.test(name);
}
