import { Context } from '@opentelemetry/api';
import { DestinationResource, DestinationType, DestinationUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';

const RESOURCES_PER_MESSAGE = 200;

/** The columns that every destination row has. */
export interface ResourceRow<Document> {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly document: Document;
}

type KindOf<K extends DestinationResource['kind']> = Extract<DestinationResource, { kind: K }>;

export function toResource<K extends DestinationResource['kind']>(
  kind: K,
  row: ResourceRow<KindOf<K>['document']>,
): DestinationResource {
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

/** The events that tell of a connection's resources, cut to what one message may carry. */
export function destinationUpserted(
  owner: { userId: number; connectionId: number; destinationType: DestinationType },
  resources: readonly DestinationResource[],
  trace?: Context,
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  for (let from = 0; from < resources.length; from += RESOURCES_PER_MESSAGE) {
    const payload = { ...owner, resources: resources.slice(from, from + RESOURCES_PER_MESSAGE) };
    events.push(event(DestinationUpsertedV1, owner.connectionId, payload, trace));
  }
  return events;
}
