import type { KafkaConfig } from 'kafkajs';
import { checkServerIdentity, ConnectionOptions } from 'node:tls';

export const KAFKA_SIGN_IN_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Settings of the connection to brokers. */
export interface KafkaSecurity {
  /** Encryption: true with the system's authorities, or with the given authority as PEM; false for none. */
  readonly tls: boolean | { readonly ca: string };
  /** Called with the end of a broker's certificate, at each connection. */
  readonly onCertificate?: (validTo: Date) => void;
  /** SASL; absent: the brokers accept anybody. */
  readonly signIn?: {
    readonly mechanism: (typeof KAFKA_SIGN_IN_MECHANISMS)[number];
    readonly username: string;
    readonly password: string;
  };
}

/** Returns the settings of TLS and SASL in the client library's form. */
export function clientSecurity(security?: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  const { tls = false, signIn, onCertificate } = security ?? {};
  return {
    ssl: tls !== false && { ...(tls === true ? {} : { ca: [tls.ca] }), ...seeing(onCertificate) },
    ...(signIn ? { sasl: signInOf(signIn) } : {}),
  };
}

/** Options that call Node's own check of the name, and report the certificate that the server has shown. */
function seeing(onCertificate: KafkaSecurity['onCertificate']): ConnectionOptions {
  if (!onCertificate) return {};
  return {
    checkServerIdentity: (host, certificate) => {
      onCertificate(new Date(certificate.valid_to));
      return checkServerIdentity(host, certificate);
    },
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
