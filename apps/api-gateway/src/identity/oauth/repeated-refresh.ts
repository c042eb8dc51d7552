import { Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenHash } from '../codes/token-text';
import { readReply, storeReply } from '../authorizations/oauth-artifacts.store';
import { Provider } from './oauth-library';

/** Maximum wait of a repeated request for the response to the first. */
const WAIT_MS_MAX = 5000;
const LOOK_EVERY_MS = 25;

const repeated = new WeakMap<object, string>();

/**
 * Notes that the current request uses a refresh token that another request, or its own first attempt, has just used.
 */
export function noteRepeatedRefresh(tokenText: string): void {
  const context = Provider.ctx;
  if (context) repeated.set(context.req, tokenText);
}

type Next = () => Promise<unknown>;

/**
 * Koa middleware around the token endpoint. It stores the response to a refresh, encrypted, with the consumed token,
 * and returns it to a request that repeats the refresh within the grace period. A client whose response was lost, or
 * that refreshes several times at once, gets one successor and does not count as a thief.
 */
export function answerRepeatedRefreshes(database: Queryable, box: SecretBox) {
  return async (context: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next();
    const used = context.oidc?.entities.RotatedRefreshToken;
    if (used && context.status === 200) await keepReply(database, box, used.jti, context.body);
    const tokenText = repeated.get(context.req);
    if (tokenText === undefined) return;
    const reply = await awaitReply(database, box, tokenText);
    if (reply === null) return;
    context.status = 200;
    context.body = reply;
  };
}

async function keepReply(database: Queryable, box: SecretBox, tokenText: string, body: unknown) {
  const hash = tokenHash(tokenText);
  await storeReply(database, hash, box.seal(JSON.stringify(body), contextOf(hash)));
}

async function awaitReply(database: Queryable, box: SecretBox, tokenText: string): Promise<object | null> {
  const hash = tokenHash(tokenText);
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += LOOK_EVERY_MS) {
    const reply = await readReply(database, hash);
    if (reply === undefined) return null; // revoked meanwhile
    if (reply !== null) return JSON.parse(box.open(reply, contextOf(hash))) as object;
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

function contextOf(hash: Buffer): string {
  return `oauth_artifacts.reply:${hash.toString('base64url')}`;
}
