import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { Desk } from '../command-line';
import { RequestFailed } from '../requests/ask-service';

export interface SecretRequest<Member extends string> {
  readonly kind: string;
  readonly parameters: object;
  /** Of the answer: the one that is a secret. */
  readonly secret: Member;
  /** What to do where the secret cannot be read. */
  readonly otherwise: string;
}

/**
 * Requests something with a secret from the gateway. The secret is encrypted for a pair of keys that lives as long as
 * this process, so it is nowhere in clear. @returns the answer with the decrypted secret @throws RequestFailed
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
