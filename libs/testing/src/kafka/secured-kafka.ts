import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KafkaBroker, startKafkaBroker } from './kafka-broker';

/** A real broker that accepts only TLS, authenticates users by SCRAM, and authorizes them by ACLs. */
export interface SecuredKafka {
  readonly broker: KafkaBroker;
  /** The certificate's authority, as PEM and as a file. */
  readonly ca: string;
  readonly caFile: string;
  /** The name of the user who may do everything. */
  readonly admin: string;
  passwordOf(user: string): string;
  stop(): Promise<void>;
}

const ADMIN = 'provision';

/**
 * Starts the broker.
 * @param users further users, without any rights yet
 */
export async function startSecuredKafka(users: readonly string[]): Promise<SecuredKafka> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-kafka-'));
  const { generate } = await import('selfsigned'); // Imported here, because it loads 250 modules.
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const [pem, caFile] = [path.join(folder, 'broker.pem'), path.join(folder, 'ca.pem')];
  writeFileSync(pem, `${made.private}\n${made.cert}`);
  writeFileSync(caFile, made.cert);
  const passwords = Object.fromEntries(
    [ADMIN, ...users].map((user) => [user, randomBytes(12).toString('hex')]),
  );
  const secured = { user: ADMIN, password: passwords[ADMIN] ?? '', pem, users: passwords };
  const broker = await startKafkaBroker({ dataDir: path.join(folder, 'broker'), secured });
  return {
    broker,
    ca: made.cert,
    caFile,
    admin: ADMIN,
    passwordOf: (user) => passwords[user] ?? '',
    stop: async () => {
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
