import { ConfigurationError, EnvironmentReader } from '../settings/environment';
import { listenFailure } from '../listen-failure';
import { scrapedMetrics } from '../telemetry';
import { MetricsSettings, openMetricsServer } from './metrics-server';

/** Minimum length of the token; a shorter one could be guessed. */
const TOKEN_LENGTH_MIN = 16;

export function readMetricsSettings(env: EnvironmentReader): MetricsSettings {
  const token = env.optional('METRICS_TOKEN');
  if (token !== null && token.length < TOKEN_LENGTH_MIN)
    env.problem(`METRICS_TOKEN must have ${TOKEN_LENGTH_MIN} characters or more`);
  return {
    port: env.integer('METRICS_PORT', 0, { min: 0, max: 65535 }),
    host: env.text('HOST', '0.0.0.0'),
    token,
  };
}

/** Serves metrics once for a process, which may have all services in it. The end of the process does not wait for it. */
export async function serveMetrics(program: string, settings: MetricsSettings | undefined): Promise<void> {
  if (settings === undefined || settings.port === 0) return;
  const scraped = scrapedMetrics();
  if (scraped === null) {
    throw new ConfigurationError(
      `${program} cannot start:\n  - METRICS_PORT has nothing to show while OTEL_SDK_DISABLED is true: remove one of them`,
    );
  }
  try {
    await openMetricsServer(settings, () => scraped.text(), saysOnce(program));
  } catch (error) {
    throw listenFailure({ service: program, setting: 'METRICS_PORT', port: settings.port }, error);
  }
}

/** Reports a failed scrape once, until one succeeds again. The error's own text may contain secrets and is left out. */
function saysOnce(program: string): (error: unknown) => void {
  let isSaid = false;
  return (error) => {
    if (error !== null && !isSaid) {
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`The metrics of ${program} cannot be collected: ${name}.\n`);
    }
    isSaid = error !== null;
  };
}
