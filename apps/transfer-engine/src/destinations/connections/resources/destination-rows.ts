import { Context } from '@opentelemetry/api';
import {
  ChangedDestination,
  DestinationResource,
  DestinationType,
  DestinationUpsertedV1,
} from '@tributary/contracts';
import { cutForMessages, event, OutgoingEvent } from '@tributary/messaging';

const RESOURCES_PER_MESSAGE = 200;
/** Maximum of one reply; further resources arrive by event a moment later. */
const RESOURCES_PER_REPLY = 500;

/** The columns that every destination row has. */
export interface ResourceRow<Document> {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: Document;
}

export interface DestinationOwner {
  readonly userId: number;
  readonly connectionId: number;
  readonly destinationType: DestinationType;
}

export function toResource(kind: DestinationResource['kind'], row: ResourceRow<object>): DestinationResource {
  return {
    kind,
    id: row.id,
    version: row.version,
    deleted: row.deleted,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: row.document,
  } as DestinationResource;
}

/** The events of a connection's resources, split to the size of a message. */
export function destinationUpserted(
  owner: DestinationOwner,
  resources: readonly DestinationResource[],
  trace?: Context,
): OutgoingEvent[] {
  const sized = resources.map((item) => ({ item, bytes: Buffer.byteLength(JSON.stringify(item)) }));
  return cutForMessages(sized, RESOURCES_PER_MESSAGE).map((cut) =>
    event(DestinationUpsertedV1, owner.connectionId, { ...owner, resources: cut }, trace),
  );
}

/** The resources as the reply to a command. */
export function changedDestination(
  owner: DestinationOwner,
  resources: readonly DestinationResource[],
): ChangedDestination {
  return { ...owner, resources: resources.slice(0, RESOURCES_PER_REPLY) };
}
