import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import { SealBrokenError, SecretBox } from '@tributary/secrets';
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from '../../identity/access/access';
import { refuseOtherRequest } from './idempotency-key';
import { claimKey, findKey, KeyId, releaseKey, storeAnswer } from './idempotency-keys.store';

/** A claim outlives its request by this, so that no other request begins while it may still run. */
const CLAIM_RESERVE_MS = 5000;
const LOOK_AGAIN_MS = [20, 50, 100, 200] as const;

/** A request with its key. */
export interface KeyedRequest {
  readonly access: Access;
  readonly key: string;
  /** A hash of the parts that must be equal. */
  readonly digest: string;
}

/** The right to run a request. */
export class Claim {
  isKept = false;

  constructor(
    private readonly box: SecretBox,
    private readonly slot: KeySlot,
    private readonly id: string,
  ) {}

  /**
   * Stores the response. If the gateway owns the new resource, call it in that resource's transaction, so that both
   * exist or neither. @throws Problem (conflict) if another request has the claim meanwhile
   */
  async keep(tx: Queryable, answer: unknown): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(answer ?? null), this.slot.context('answer'));
    if (!(await storeAnswer(tx, this.slot, this.id, sealed))) throw Problem.conflict(UNDER_WAY);
    this.isKept = true;
  }

  /** Drops the claim of a request that deleted its user, because that user cannot repeat it. */
  lapse(): void {
    this.isKept = true;
  }

  /** The request failed: the same key may begin again. */
  async release(database: Queryable): Promise<void> {
    await releaseKey(database, this.slot, this.id);
  }
}

const UNDER_WAY = 'A request with this Idempotency-Key is still under way. Repeat it in a moment.';

/** The slot of a stored response: keys of two users, and of two apps of one user, are independent. */
class KeySlot implements KeyId {
  readonly userId: number;
  readonly keyHash: Buffer;

  constructor({ access, key }: KeyedRequest) {
    this.userId = access.userId;
    this.keyHash = hash('sha256', `${access.holder} ${key}`, 'buffer');
  }

  context(column: string): string {
    return `idempotency_keys.${column}:${this.userId}:${this.keyHash.toString('base64url')}`;
  }
}

/** Stores the first responses to requests with an `Idempotency-Key`, encrypted, for 24 hours. */
@Injectable()
export class KeptAnswers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /**
   * Claims the key for a request; if another request has claimed it, waits for its response.
   * @throws Problem: invalid if the key was used for another request, conflict if the other is too slow
   */
  async begin(request: KeyedRequest): Promise<Claim | { readonly answer: unknown }> {
    const slot = new KeySlot(request);
    const until = performance.now() + this.config.commandTimeoutMs;
    for (let look = 0; performance.now() < until; look += 1) {
      const claim = await this.claim(slot, request.digest);
      if (claim) return claim;
      const kept = await findKey(this.database, slot);
      if (kept) {
        if (this.open(kept.request, slot.context('request')) !== request.digest) refuseOtherRequest();
        if (kept.answer !== null) return { answer: this.answerOf(kept.answer, slot) };
      }
      await sleep(LOOK_AGAIN_MS[Math.min(look, LOOK_AGAIN_MS.length - 1)]);
    }
    throw Problem.conflict(UNDER_WAY);
  }

  /** Claims the key, also from a request that died: the owners of commands know what they have done for the key. */
  private async claim(slot: KeySlot, digest: string): Promise<Claim | null> {
    const id = randomUUID();
    const { userId, keyHash } = slot;
    const request = this.box.seal(digest, slot.context('request'));
    const seconds = (this.config.requestTimeoutMs + CLAIM_RESERVE_MS) / 1000;
    const isClaimed = await claimKey(this.database, { userId, keyHash, request, id, seconds });
    return isClaimed ? new Claim(this.box, slot, id) : null;
  }

  private answerOf(sealed: string, slot: KeySlot): unknown {
    return JSON.parse(this.open(sealed, slot.context('answer')));
  }

  /** @throws Problem (conflict) if the installation's key has changed since */
  private open(sealed: string, context: string): string {
    try {
      return this.box.open(sealed, context);
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
      throw Problem.conflict('This Idempotency-Key was used, and its answer cannot be read any more.');
    }
  }
}
