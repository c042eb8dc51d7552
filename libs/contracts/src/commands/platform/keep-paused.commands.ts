import { Type } from '@sinclair/typebox';
import { defineCommand, ServiceName } from '../../contract';
import { PAUSABLE_KINDS } from '../../documents/grant.documents';
import { Id, OneOf } from '../../scalars';

function keepPaused<S extends Exclude<ServiceName, 'api-gateway'>>(service: S) {
  return defineCommand({
    service,
    name: 'keep-paused',
    description: 'Gives a resource that paused with its grant to its owner: it resumes unchanged.',
    payload: Type.Object({ kind: OneOf(PAUSABLE_KINDS), id: Id }),
    result: Type.Object({}),
  });
}

export const KeepPausedInIngestionSync = keepPaused('ingestion-sync');
export const KeepPausedInRuleEngine = keepPaused('rule-engine');
export const KeepPausedInTransferEngine = keepPaused('transfer-engine');
export const KeepPausedInWebhookDispatcher = keepPaused('webhook-dispatcher');

/** The command for each owner of resources that can pause. */
export const KEEP_PAUSED = {
  'ingestion-sync': KeepPausedInIngestionSync,
  'rule-engine': KeepPausedInRuleEngine,
  'transfer-engine': KeepPausedInTransferEngine,
  'webhook-dispatcher': KeepPausedInWebhookDispatcher,
} as const;
