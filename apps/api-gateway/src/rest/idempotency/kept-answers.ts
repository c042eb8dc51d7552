import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import { SealBrokenError, SecretBox } from '@tributary/secrets';
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from '../../identity/access/access';
import { refuseOtherRequest } from './idempotency-key';
import { SealedValues } from '@tributary/service';

const KEPT_FOR = '24 hours';
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

interface KeptRow {
  readonly request: string;
  readonly answer: string | null;
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
   * Stores the answer. If the gateway owns the new resource, in its transaction, so that both exist or neither. @throws
   * Problem (conflict) if another request has the claim meanwhile
   */
  async keep(tx: Queryable, answer: unknown): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(answer ?? null), this.slot.context('answer'));
    const kept = await tx.execute(
      'update idempotency_keys set answer = $4 where user_id = $1 and key_hash = $2 and claim = $3',
      [this.slot.userId, this.slot.keyHash, this.id, sealed],
    );
    if (kept === 0) throw Problem.conflict(UNDER_WAY);
    this.isKept = true;
  }

  /** The request deleted its user, and the claim with them: no one is left to repeat it. */
  lapse(): void {
    this.isKept = true;
  }

  /** The request failed: the same key may begin again. */
  async release(database: Queryable): Promise<void> {
    await database.execute(
      'delete from idempotency_keys where user_id = $1 and key_hash = $2 and claim = $3 and answer is null',
      [this.slot.userId, this.slot.keyHash, this.id],
    );
  }
}

const UNDER_WAY = 'A request with this Idempotency-Key is still under way. Repeat it in a moment.';

/** The owner of a stored answer: keys of two users, and of two apps of one user, are independent. */
class KeySlot {
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

/** The first answers to requests with an `Idempotency-Key`, encrypted, for 24 hours. */
@Injectable()
export class KeptAnswers {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /**
   * Claims the key for a request; if another one has it, waits for that one's answer.
   * @throws Problem: invalid if the key was used for another request, conflict if the other is too slow
   */
  async begin(request: KeyedRequest): Promise<Claim | { readonly answer: unknown }> {
    const slot = new KeySlot(request);
    const until = performance.now() + this.config.commandTimeoutMs;
    for (let look = 0; performance.now() < until; look += 1) {
      const claim = await this.claim(slot, request.digest);
      if (claim) return claim;
      const kept = await this.find(slot);
      if (kept) {
        if (this.open(kept.request, slot.context('request')) !== request.digest) refuseOtherRequest();
        if (kept.answer !== null) return { answer: this.answerOf(kept.answer, slot) };
      }
      await sleep(LOOK_AGAIN_MS[Math.min(look, LOOK_AGAIN_MS.length - 1)]);
    }
    throw Problem.conflict(UNDER_WAY);
  }

  /** The claim of a request that died is taken over: the owners of commands know what they have done for the key. */
  private async claim(slot: KeySlot, digest: string): Promise<Claim | null> {
    const id = randomUUID();
    const claimed = await this.database.execute(
      `insert into idempotency_keys as k (user_id, key_hash, request, claim, claimed_until)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))
       on conflict (user_id, key_hash) do update
          set (request, answer, claim, claimed_until, created_at) =
              (excluded.request, null, excluded.claim, excluded.claimed_until, now())
        where k.created_at < now() - interval '${KEPT_FOR}' or (k.answer is null and k.claimed_until < now())`,
      [
        slot.userId,
        slot.keyHash,
        this.box.seal(digest, slot.context('request')),
        id,
        (this.config.requestTimeoutMs + CLAIM_RESERVE_MS) / 1000,
      ],
    );
    return claimed === 0 ? null : new Claim(this.box, slot, id);
  }

  private async find({ userId, keyHash }: KeySlot): Promise<KeptRow | null> {
    const [row] = await this.database.query<KeptRow>(
      'select request, answer from idempotency_keys where user_id = $1 and key_hash = $2',
      [userId, keyHash],
    );
    return row ?? null;
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

/** The location of stored answers and requests, encrypted; they expire after a day. */
export const SEALED_ANSWERS: SealedValues['passing'] = ['request', 'answer'].map((column) => ({
  table: 'idempotency_keys',
  column,
  endsAt: `created_at + interval '24 hours'`,
}));
