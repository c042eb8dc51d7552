import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { RequestFailed } from './request-service';
import { DeskRequest } from './with-desk';

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
export async function requestSecret<Reply, Member extends string>(
  request: DeskRequest,
  { kind, parameters, secret, otherwise }: SecretRequest<Member>,
): Promise<Reply & Readonly<Record<Member, string>>> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const outcome = await request(kind, { ...parameters, publicKey: spki });
  const reply = JSON.parse(outcome) as Reply & Record<Member, string>;
  const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  try {
    const opened = privateDecrypt(key, Buffer.from(reply[secret], 'base64')).toString('utf8');
    return { ...reply, [secret]: opened };
  } catch (cause) {
    throw new RequestFailed(`the ${secret} could not be read; ${otherwise}`, { cause });
  }
}
