import { ChangedDestination, DestinationCredentials, DestinationType } from '@tributary/contracts';
import { Sandbox, SandboxOptions } from '@tributary/sandbox';
import { TransferEngineConfig } from '../../../src/transfer-engine.config';
import { TransferEngineFixture } from '../../transfer-engine.fixture';

/** A destination as the suite knows it: what it can do, and how to get at its other side. */
export interface ConformanceSubject {
  readonly type: DestinationType;
  /** The way of connecting, where the kind has several. */
  readonly by?: string;
  readonly abilities: Abilities;
  /** Where all takes minutes: how many of the suite's parts a usual run plays. */
  readonly partsByDefault?: number;
  /** Where carrying a great many takes too long: how many it may be while the service is killed. */
  readonly killed?: { readonly transactionsMax: number };
  /** Settings of the sandbox, where that is the other side. */
  readonly sandbox?: SandboxOptions;
  /** The other side: the sandbox's part for it, or a real server. */
  start(sandbox: Sandbox): Promise<Peer>;
}

/** What the destination says of itself. Where it cannot do a thing, the suite says so by name instead of trying. */
export interface Abilities {
  /** The longest texts that it keeps, in UTF-16 units; longer ones are cut. Null: it cuts nothing that the suite sends. */
  readonly payeeCharsMax: number | null;
  readonly descriptionCharsMax: number | null;
  /** How many decimals of an amount it keeps; a transaction with more fails with a reason. Null: all. */
  readonly decimalsMax: number | null;
  /** The largest amount that it keeps exactly. */
  readonly largestAmount: string;
  /** Whether a row shows if its transaction is booked. */
  readonly showsBooked: boolean;
  /** Access that runs out can be renewed without the user. */
  readonly renewsAccess: boolean;
  /** What its other side can be made to do. */
  readonly misbehaves: readonly Misbehaviour[];
}

/**
 * How the other side goes wrong:
 * - `refuse-access`: the current credentials are refused until the user connects again
 * - `end-access`: the present access has run out, and can be renewed
 * - `too-many-requests`: the next write is turned away, with a second to wait
 * - `fail`: the next write is answered with a server's error, and not done
 * - `silence-after-write`: the next write is done, and never answered
 * - `break-after-write`: the next write is done, and the connection breaks off
 * - `half-a-batch`: the next write of several rows is done in part, and answered with an error
 */
export const MISBEHAVIOURS = [
  'refuse-access',
  'end-access',
  'too-many-requests',
  'fail',
  'silence-after-write',
  'break-after-write',
  'half-a-batch',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];

/** The other side of one destination. */
export interface Peer {
  /** The service's settings that lead to it; requests should time out within a second or two. */
  configure(config: TransferEngineConfig): TransferEngineConfig;
  /** Connects the user, as they would; again after access was refused. */
  connect(fixture: TransferEngineFixture): Promise<ChangedDestination>;
  /** Well-formed, and not accepted. */
  readonly wrongCredentials: DestinationCredentials;
  /** What of `wrongCredentials` is a secret. */
  readonly wrongSecret: string;
  /** Every row that is really there, in all targets; not those that were deleted. */
  rows(): Promise<PeerRow[]>;
  misbehave(how: Misbehaviour): Promise<void>;
  /** Ends all misbehaviour. */
  calm(): Promise<void>;
  /** The user deletes a row. */
  deleteRow(row: PeerRow): Promise<void>;
  /** The user changes a row's payee. */
  changePayee(row: PeerRow, payee: string): Promise<void>;
  /** The user deletes the unit (the budget, the spreadsheet, the database), or takes it from us, for good. */
  removePlace(): Promise<void>;
  close(): Promise<void>;
}

/** A row as somebody sees it there. */
export interface PeerRow {
  /** By which the same row is known again, whatever else of it changes. */
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** A decimal; outflow is negative. */
  readonly amount: string;
  readonly payee: string;
  readonly description: string;
  /** Null where `showsBooked` is false. */
  readonly booked: boolean | null;
}
