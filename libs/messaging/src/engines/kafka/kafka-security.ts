import type { KafkaConfig } from 'kafkajs';

export const KAFKA_SIGN_IN_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** How to connect to brokers. */
export interface KafkaSecurity {
  /** Encrypted: with the system's authorities, or with the one given as PEM. */
  readonly tls: boolean | { readonly ca: string };
  /** SASL; without it the brokers accept anybody. */
  readonly signIn?: {
    readonly mechanism: (typeof KAFKA_SIGN_IN_MECHANISMS)[number];
    readonly username: string;
    readonly password: string;
  };
}

/** The same in the client library's form. */
export function clientSecurity(security?: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  const { tls = false, signIn } = security ?? {};
  return {
    ssl: typeof tls === 'boolean' ? tls : { ca: [tls.ca] },
    ...(signIn ? { sasl: signInOf(signIn) } : {}),
  };
}

function signInOf({
  mechanism,
  username,
  password,
}: NonNullable<KafkaSecurity['signIn']>): KafkaConfig['sasl'] {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}
