import type { RestClient } from '../../rest-client';
import type { AttackedUser } from '../attacked-system';

/** One request of an attack: method, path below `/api/v1` (or an address at the root), and body. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** A form of the pages, with its cookie. */
  readonly form?: { readonly values: Readonly<Record<string, string>>; readonly cookie: string };
  /** A file to upload. */
  readonly file?: Buffer;
  /** The caller's network; default: the user's own one. */
  readonly network?: number;
  /** The header; default: the attacker's token. */
  readonly authorization?: string;
}

/** The attacking user. */
export interface Attacker {
  readonly user: AttackedUser;
  readonly accountIds: readonly string[];
  readonly transactionIds: readonly string[];
}

/** A kind of expensive user action. */
export interface HostileKind {
  readonly name: string;
  /** The number of simultaneous requests. */
  readonly parallel: number;
  /**
   * Prepares the attack.
   * @returns the repeated request, and a function that ends the attack
   */
  prepare(system: RestClient, attacker: Attacker): Promise<Attack>;
}

export interface Attack {
  request(turn: number): AttackRequest;
  end?(): Promise<void>;
}
