import { readFileSync } from 'node:fs';
import { isDay } from '@tributary/money';
import { Environment, fileSettingOf, isSecretSetting } from './settings';

export type { Environment };

/** Settings are missing or malformed; the message names every one of them and its expected format. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A setting that a service reads, and its default: `null` if there is none, `undefined` if the setting is required. */
export interface SettingRead {
  readonly name: string;
  readonly fallback: string | number | boolean | null | undefined;
}

/**
 * Merges settings; later layers have priority. A secret replaces an earlier one whether either is given as a value or
 * as a file.
 */
export function layeredSettings<Value extends string | undefined>(
  ...layers: readonly Readonly<Record<string, Value>>[]
): Record<string, Value> {
  const settings: Record<string, Value> = {};
  for (const layer of layers) {
    for (const secret of Object.keys(layer).map(secretOf).filter(isSecretSetting)) {
      delete settings[secret];
      delete settings[fileSettingOf(secret)];
    }
    Object.assign(settings, layer);
  }
  return settings;
}

function secretOf(setting: string): string {
  return setting.replace(/_FILE$/, '');
}

/**
 * Reads a service's settings; a secret one also from the file that `<name>_FILE` names. It collects problems, so that an operator sees all of them at once: read everything, then
 * call `check`.
 */
export class EnvironmentReader {
  private readonly problems: string[] = [];
  private readonly reads = new Map<string, SettingRead>();
  /** Values of secrets from their files; null: the file cannot be used, which is reported already. */
  private readonly fromFiles = new Map<string, string | null>();
  private readonly urls = new Set<string>();

  constructor(private readonly environment: Environment) {}

  /** Every setting that was read so far. */
  get settingsRead(): readonly SettingRead[] {
    return [...this.reads.values()];
  }

  /** Every URL that was read so far. */
  get urlsRead(): ReadonlySet<string> {
    return this.urls;
  }

  /** A reader of the same settings, of which these are others. */
  with(settings: Environment): EnvironmentReader {
    return new EnvironmentReader(layeredSettings(this.environment, settings));
  }

  text(name: string, fallback?: string): string {
    const value = this.valueOf(name, fallback);
    if (value) return value;
    if (fallback === undefined && !this.fromFiles.has(name)) this.problems.push(`${name} is missing`);
    return fallback ?? '';
  }

  optional(name: string): string | null {
    return this.valueOf(name, null);
  }

  private valueOf(name: string, fallback: SettingRead['fallback']): string | null {
    const earlier = this.reads.get(name);
    // A setting that was read as optional before it was required is only required together with another one.
    const isKnownBetter = earlier !== undefined && (fallback === null || fallback === undefined);
    if (!isKnownBetter) this.reads.set(name, { name, fallback });
    return this.setValue(name);
  }

  private setValue(name: string): string | null {
    const value = this.environment[name]?.trim() || null;
    const file = isSecretSetting(name) && this.environment[fileSettingOf(name)]?.trim();
    if (!file) return value;
    const known = this.fromFiles.get(name);
    if (known !== undefined) return known;
    const content = this.contentOf(name, file, value !== null);
    this.fromFiles.set(name, content);
    return content;
  }

  /**
   * The content of a secret's file. Its error messages never have the path, because a person who confuses the two
   * settings has put the secret there.
   */
  private contentOf(name: string, file: string, isGivenTwice: boolean): string | null {
    const setting = fileSettingOf(name);
    if (isGivenTwice) {
      this.problems.push(`${name} and ${setting} are both set: set one of them`);
      return null;
    }
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content) return content;
      this.problems.push(`${setting} names an empty file`);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      this.problems.push(`${setting} names a file that cannot be read (${code})`);
    }
    return null;
  }

  integer(name: string, fallback: number, range: { min: number; max: number }): number {
    const value = this.valueOf(name, fallback);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= range.min && number <= range.max) return number;
    this.problems.push(`${name} must be a whole number from ${range.min} to ${range.max}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.valueOf(name, fallback);
    if (value === null) return fallback;
    if (['true', '1', 'yes'].includes(value)) return true;
    if (['false', '0', 'no'].includes(value)) return false;
    this.problems.push(`${name} must be true or false`);
    return fallback;
  }

  oneOf<const Word extends string>(name: string, words: readonly Word[], fallback: NoInfer<Word>): Word {
    const value = this.valueOf(name, fallback);
    if (value === null) return fallback;
    const known = words.find((word) => word === value);
    if (known === undefined) this.problems.push(`${name} must be one of ${words.join(', ')}`);
    return known ?? fallback;
  }

  /** A day, `YYYY-MM-DD`, which begins at midnight UTC; null if it is not set. */
  date(name: string): Date | null {
    const value = this.optional(name);
    if (value === null) return null;
    if (isDay(value)) return new Date(value);
    this.problems.push(`${name} must be a day, YYYY-MM-DD`);
    return null;
  }

  url(name: string, fallback?: string): string {
    const value = this.text(name, fallback);
    if (value && !URL.canParse(value)) this.problems.push(`${name} must be a URL`);
    if (value) this.urls.add(value);
    return value;
  }

  list(name: string): string[] {
    return (this.optional(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  /** A problem of several settings together. */
  problem(text: string): void {
    this.problems.push(text);
  }

  /** @throws ConfigurationError naming everything that is missing or malformed. */
  check(service: string): void {
    if (this.problems.length === 0) return;
    throw new ConfigurationError(
      `${service} cannot start:\n${this.problems.map((text) => `  - ${text}`).join('\n')}`,
    );
  }
}
