import { Caller, CommandResult, DeleteDestination } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';

/** The links that were deleted with a connection. */
export interface DeletedLinks {
  readonly links: CommandResult<typeof DeleteDestination>['links'];
  readonly events: readonly OutgoingEvent[];
}

/** The transfer links of connections, as commands on connections need them. `transfer-links/` implements it. */
export abstract class LinksOfConnections {
  /** Checks that the caller may read all data that the connection's links carry. @throws Problem */
  abstract requireCovered(database: Queryable, caller: Caller, connectionId: number): Promise<void>;

  /**
   * Plans the transfers of the links again that map to one of these categories of the connection.
   * @returns the events that publish it
   */
  abstract planAgain(tx: Tx, connectionId: number, categoryIds: readonly number[]): Promise<OutgoingEvent[]>;

  /**
   * Deletes the links into a connection.
   * @returns the links, and the events that publish their deletion
   * @throws Problem: one of them is active, or the caller may not delete it
   */
  abstract deleteInto(tx: Tx, caller: Caller, connectionId: number): Promise<DeletedLinks>;
}
