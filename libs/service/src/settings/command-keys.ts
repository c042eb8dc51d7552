import { COMMANDED, COMMANDING, ServiceName, SERVICES } from '@tributary/contracts';
import {
  BusEngine,
  CommandClient,
  CommandSealing,
  CommandSigning,
  CommandVerification,
  DatabaseClock,
} from '@tributary/messaging';
import { derivedKey, SecretBox, SigningKey, VerifyKeys } from '@tributary/secrets';
import { EnvironmentReader } from './environment';

/** The keys that encrypt, sign and check commands, from the settings. */
export interface CommandKeys {
  /** Keys by the service at the other end; the first one encrypts, all of them decrypt. */
  readonly sealing: ReadonlyMap<ServiceName, readonly string[]>;
  /** Key of signatures; null in every service except the gateway. */
  readonly signing: string | null;
  /** Public keys of accepted signatures. */
  readonly verifying: readonly string[];
}

/** Keys with which a service handles commands; only the gateway, and services with one key for everything, can sign them. */
export interface CommandTrust {
  readonly sealing: CommandSealing;
  /** Decrypts and encrypts the service's own commands. */
  readonly box: SecretBox;
  readonly signing: CommandSigning | null;
  readonly verification: CommandVerification;
}

/** The settings of command keys. */
export interface KeyConfig {
  readonly service: ServiceName;
  /** 32 bytes in base64, the service's own key for stored secrets. */
  readonly encryptionKey: string;
  /** Earlier keys that still decrypt, while the key is being changed. */
  readonly acceptedEncryptionKeys?: readonly string[];
  /** Keys of commands; absent ones are derived from `encryptionKey`, which all services then have to share. */
  readonly commandKeys?: CommandKeys;
}

/** Reads `COMMAND_KEYS` and `COMMAND_SIGNING_KEY` at the gateway, `COMMAND_KEY` and `COMMAND_VERIFY_KEYS` elsewhere. */
export function readCommandKeys(service: ServiceName, env: EnvironmentReader): CommandKeys {
  if (service === COMMANDING) {
    const [signing = null] = keysIn('COMMAND_SIGNING_KEY', env);
    return { sealing: readGatewayKeys(env), signing, verifying: [] };
  }
  const own = keysIn('COMMAND_KEY', env);
  return {
    sealing: new Map(own.length > 0 ? [[service, own]] : []),
    signing: null,
    verifying: keysIn('COMMAND_VERIFY_KEYS', env),
  };
}

function readGatewayKeys(env: EnvironmentReader): ReadonlyMap<ServiceName, readonly string[]> {
  const keys = new Map<ServiceName, readonly string[]>();
  for (const entry of env.list('COMMAND_KEYS')) {
    const [, word, key = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    const service = COMMANDED.find((one) => one === word);
    if (service && isKey(key)) keys.set(service, [...(keys.get(service) ?? []), key]);
    else
      env.problem(`COMMAND_KEYS must be a list of <service>=<32 bytes in base64>: ${COMMANDED.join(', ')}`);
  }
  return keys;
}

function keysIn(name: string, env: EnvironmentReader): readonly string[] {
  const keys = env.list(name);
  if (!keys.every(isKey)) env.problem(`${name} must be 32 bytes in base64`);
  return keys;
}

function isKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32;
}

/**
 * Keys of commands; those that the settings leave out are derived from `ENCRYPTION_KEY`. So an installation whose
 * services share one key also signs and encrypts commands, though every service could sign. @throws Error if a key is
 * malformed
 */
export function commandTrust(config: KeyConfig): CommandTrust {
  const { service, encryptionKey, acceptedEncryptionKeys = [], commandKeys } = config;
  const shared = [encryptionKey, ...acceptedEncryptionKeys];
  const boxes = new Map(SERVICES.map((name) => [name, boxOf(commandKeys?.sealing.get(name) ?? shared)]));
  const box = (name: ServiceName): SecretBox => boxes.get(name) ?? boxOf(shared);
  const verifying = commandKeys?.verifying ?? [];
  const signing = commandKeys?.signing ?? (verifying.length > 0 ? null : sharedSigningKey(encryptionKey));
  const counting = verifying.length > 0 ? verifying : shared.map((key) => publicKeyOf(sharedSigningKey(key)));
  return {
    sealing: new CommandSealing(box),
    box: box(service),
    signing: signing === null ? null : new CommandSigning(new SigningKey(signing)),
    verification: new CommandVerification(new VerifyKeys(counting)),
  };
}

/** The sending side of commands for these settings. @throws Error if they are not the gateway's */
export function commandClient(engine: BusEngine, clock: DatabaseClock, config: KeyConfig): CommandClient {
  const { sealing, signing } = commandTrust(config);
  if (!signing) throw new Error('only the gateway signs commands');
  return new CommandClient(engine, clock, sealing, signing);
}

function boxOf([present = '', ...accepted]: readonly string[]): SecretBox {
  return new SecretBox(present, accepted);
}

function sharedSigningKey(encryptionKey: string): string {
  return derivedKey(encryptionKey, 'command signing');
}

function publicKeyOf(signingKey: string): string {
  return new SigningKey(signingKey).publicKey;
}
