import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { CONNECTION_EVENTS, ConnectionDocument } from '../../documents/accounts/finance.documents';
import { sampleHealth, SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf, Version } from '../../scalars';

/**
 * A connection's row changed. `event` names the state transition that clients receive, and is null if only details
 * changed. Key: connection id.
 */
export const ConnectionChangedV1 = defineEvent({
  topic: 'connection.changed',
  version: 1,
  description: 'A connection to an institution was made, changed its state, or ended.',
  producer: 'ingestion-sync',
  consumers: ['api-gateway', 'webhook-dispatcher'],
  keyedBy: 'id',
  payload: Type.Object({
    id: Id,
    version: Version,
    userId: Id,
    event: Nullable(OneOf(CONNECTION_EVENTS)),
    deleted: Type.Boolean(),
    createdAt: IsoTime,
    updatedAt: IsoTime,
    document: ConnectionDocument,
  }),
  sample: {
    id: 3,
    version: 2,
    userId: 1,
    event: 'connection.activated',
    deleted: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      institution_id: 2,
      region: null,
      enabled: true,
      status: 'ACTIVE',
      status_message: null,
      sync_balances: true,
      supports_reauthorization: true,
      supports_manage: false,
      max_historical_days: 730,
      access_valid_for_days: 180,
      consent_expires_at: '2026-08-29T06:10:00.000Z',
      name: null,
      reference: null,
      accounts_last_synced_at: null,
      setup_pending: false,
      setup_renewal: false,
      activated_at: SAMPLE_TIME,
      health: sampleHealth,
    },
  },
});
