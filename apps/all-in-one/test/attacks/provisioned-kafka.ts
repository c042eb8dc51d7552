import { ServiceName, SERVICES } from '@tributary/contracts';
import { KafkaEngine } from '@tributary/messaging';
import { provision } from '@tributary/service';
import { SecuredKafka, startSecuredKafka } from '@tributary/testing';
import { schemaOf } from '../../src/services/service-environment';

/** A broker after `provision`: every service has a user with exactly the rights of its contracts. */
export class ProvisionedKafka {
  private constructor(private readonly kafka: SecuredKafka) {}

  static async start(adminUrl: string, rolePassword: string): Promise<ProvisionedKafka> {
    const kafka = new ProvisionedKafka(await startSecuredKafka(SERVICES));
    const passwords = SERVICES.map((service): [string, string] => [
      `${schemaOf(service).toUpperCase()}_DATABASE_PASSWORD`,
      rolePassword,
    ]);
    await provision({
      DATABASE_ADMIN_URL: adminUrl,
      ...Object.fromEntries(passwords),
      KAFKA_BROKERS: kafka.brokers,
      KAFKA_ACLS: 'true',
      ...kafka.settingsOf(kafka.kafka.admin),
    });
    return kafka;
  }

  get brokers(): string {
    return this.kafka.broker.brokers;
  }

  /** Returns the credentials of each service. */
  signIns(): ReadonlyMap<ServiceName, Readonly<Record<string, string>>> {
    return new Map(
      SERVICES.map((service) => [service, { KAFKA_TOPICS: 'existing', ...this.settingsOf(service) }]),
    );
  }

  /** Returns the bus of an attacker who has a service's settings; default: the administrator's. */
  engineOf(user: string = this.kafka.admin): KafkaEngine {
    return new KafkaEngine({
      brokers: [this.brokers],
      clientId: 'attacker',
      security: {
        tls: { ca: this.kafka.ca },
        signIn: { mechanism: 'scram-sha-512', username: user, password: this.kafka.passwordOf(user) },
      },
    });
  }

  stop(): Promise<void> {
    return this.kafka.stop();
  }

  private settingsOf(user: string): Record<string, string> {
    return {
      KAFKA_CA_FILE: this.kafka.caFile,
      KAFKA_SASL_USERNAME: user,
      KAFKA_SASL_PASSWORD: this.kafka.passwordOf(user),
    };
  }
}
