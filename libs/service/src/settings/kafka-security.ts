import { readFileSync } from 'node:fs';
import { KAFKA_SIGN_IN_MECHANISMS, KafkaSecurity } from '@tributary/messaging';
import { EnvironmentReader } from './environment';

/** How to connect to the brokers: `KAFKA_TLS`, `KAFKA_CA_FILE`, `KAFKA_SASL_…`. */
export function readKafkaSecurity(env: EnvironmentReader): KafkaSecurity {
  const authority = authorityIn(env);
  const signIn = signInOf(env);
  const tls = env.flag('KAFKA_TLS', authority !== null);
  return { tls: tls && (authority === null ? true : { ca: authority }), ...(signIn ? { signIn } : {}) };
}

function authorityIn(env: EnvironmentReader): string | null {
  const file = env.optional('KAFKA_CA_FILE');
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    env.problem('KAFKA_CA_FILE cannot be read'); // the operator needs no more than the setting's name
    return null;
  }
}

function signInOf(env: EnvironmentReader): KafkaSecurity['signIn'] {
  const username = env.optional('KAFKA_SASL_USERNAME');
  const password = env.optional('KAFKA_SASL_PASSWORD');
  const mechanism = env.oneOf('KAFKA_SASL_MECHANISM', KAFKA_SIGN_IN_MECHANISMS, 'scram-sha-512');
  if (username === null && password === null) return undefined;
  if (username === null || password === null) {
    env.problem('KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD go together: set both, or neither');
    return undefined;
  }
  return { mechanism, username, password };
}
