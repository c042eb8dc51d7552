import type { RestClient } from '../../rest-client';
import type { AttackedUser } from '../attacked-system';

/** One request of an attack: method, path below `/api/v1` (or an address at the root), and body. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** A form of the pages, with the cookie that belongs to it. */
  readonly form?: { readonly values: Readonly<Record<string, string>>; readonly cookie: string };
  /** A file, which is uploaded. */
  readonly file?: Buffer;
  /** The caller's network, in place of the user's own one. */
  readonly network?: number;
  /** Instead of the attacker's token. */
  readonly authorization?: string;
}

/** What an attacker needs. */
export interface Attacker {
  readonly user: AttackedUser;
  readonly accountIds: readonly string[];
  readonly transactionIds: readonly string[];
}

/** A kind of expensive action of a user. */
export interface HostileKind {
  readonly name: string;
  /** Requests under way at once. */
  readonly parallel: number;
  /** @returns the repeated request, and a function that ends the attack */
  prepare(system: RestClient, attacker: Attacker): Promise<Attack>;
}

export interface Attack {
  request(turn: number): AttackRequest;
  end?(): Promise<void>;
}
