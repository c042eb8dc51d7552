import { DestinationType } from '@tributary/contracts';
import { ConfigurationError, EnvironmentReader } from '@tributary/service';

/** The application that users grant access to, as registered at the destination. */
export interface OAuthApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Returns null if the installation has no application: users then enter credentials. @throws ConfigurationError */
export function readOAuthApplication(env: EnvironmentReader, type: DestinationType): OAuthApplication | null {
  const names = [`${type}_CLIENT_ID`, `${type}_CLIENT_SECRET`] as const;
  const [clientId, clientSecret] = [env.optional(names[0]), env.optional(names[1])];
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  if (clientId === null && clientSecret === null) return null;
  throw new ConfigurationError(`transfer-engine cannot start:\n  - ${names[0]} and ${names[1]} go together`);
}
