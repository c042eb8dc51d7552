import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { Desk } from '../command-line';
import { RequestFailed } from '../requests/ask-service';

export interface SecretRequest<Member extends string> {
  readonly kind: string;
  readonly parameters: object;
  /** The member of the reply that is a secret. */
  readonly secret: Member;
  /** The advice if the secret cannot be decrypted. */
  readonly otherwise: string;
}

/**
 * Requests a secret from the gateway. It is encrypted for a key pair that exists only in this process, so that it is
 * stored nowhere in clear.
 * @returns the reply with the decrypted secret
 * @throws RequestFailed
 */
export async function askForSecret<Answer, Member extends string>(
  { ask }: Desk,
  { kind, parameters, secret, otherwise }: SecretRequest<Member>,
): Promise<Answer & Readonly<Record<Member, string>>> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const outcome = await ask({
    service: 'api-gateway',
    kind,
    parameters: { ...parameters, publicKey: spki },
  });
  const answer = JSON.parse(outcome) as Answer & Record<Member, string>;
  const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  try {
    const opened = privateDecrypt(key, Buffer.from(answer[secret], 'base64')).toString('utf8');
    return { ...answer, [secret]: opened };
  } catch (cause) {
    throw new RequestFailed(`the ${secret} could not be read; ${otherwise}`, { cause });
  }
}
