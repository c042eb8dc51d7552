import { ConfigurationError } from './settings/environment';

/** A port that another program uses, or that this user may not open. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** The settings that a listener got its address from. */
export interface ListenSettings {
  readonly service: string;
  readonly setting: 'PORT' | 'METRICS_PORT';
  readonly port: number;
}

/** The reason why a server cannot listen, with the names of its settings; other errors unchanged. */
export function listenFailure({ service, setting, port }: ListenSettings, error: unknown): unknown {
  const other = setting === 'PORT' ? 'another port (0 picks a free one)' : 'another port (0: no metrics)';
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return new PortTakenError(
        `port ${port} is used by another program: stop it, or set ${setting} to ${other}`,
        { cause: error },
      );
    case 'EACCES':
      return new PortTakenError(
        `port ${port} may be opened by the administrator alone: set ${setting} to a port above 1023`,
        { cause: error },
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return new ConfigurationError(
        `${service} cannot start:\n  - HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0 (${String((error as NodeJS.ErrnoException).code)})`,
      );
    default:
      return error;
  }
}
