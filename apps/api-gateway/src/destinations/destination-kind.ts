import { TSchema } from '@sinclair/typebox';
import { DestinationType } from '@tributary/contracts';

/** A level of what stands in a connection, in the words of its kind. */
export interface DestinationLevel {
  /** One of them, where it stands in what is below it: `budget`. */
  readonly name: string;
  /** All of them, where they stand in what is above them, and in paths: `budgets`. */
  readonly plural: string;
  /** The parameter of its path. */
  readonly idName: string;
  readonly schema: TSchema;
  /** The member that names what it stands in. */
  readonly parent: string;
}

/** How a kind of destination is shown over REST: names and schemas; everything else is the same for all. */
export interface DestinationKind {
  readonly type: DestinationType;
  /** Its segment of the path. */
  readonly path: string;
  readonly connection: {
    readonly idName: string;
    readonly schema: TSchema;
    /** What it has beside what every connection has. */
    readonly own: readonly string[];
  };
  /** What one bulk request writes to. */
  readonly unit: DestinationLevel;
  /** What a transfer link points to. */
  readonly target: DestinationLevel;
}
