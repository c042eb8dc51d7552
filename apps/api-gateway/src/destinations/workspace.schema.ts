import { Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { component, referenceTo } from '../openapi/components';
import { FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';
import { connectionSchema } from './connection.schema';
import { DestinationKind } from './destination-kind';

/** A data source of a database: what a WORKSPACE link points to. */
export const DataSource = component(
  'DataSource',
  Type.Object({
    id: IdText,
    database_id: IdText,
    workspace_id: Text,
    name: Text,
    created_at: TimeText,
    updated_at: TimeText,
    database: Type.Optional(referenceTo('WorkspaceDatabase')),
    health: HealthSchema,
    transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
  }),
);

const WorkspaceDatabase = component(
  'WorkspaceDatabase',
  Type.Object({
    id: IdText,
    connection_id: IdText,
    workspace_id: Text,
    enabled: FlagText,
    name: Text,
    url: TextOrNull,
    last_synced_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    connection: Type.Optional(referenceTo('WorkspaceConnection')),
    data_sources: Type.Optional(Type.Array(DataSource)),
  }),
);

const WorkspaceConnection = connectionSchema(
  'WorkspaceConnection',
  { workspace_name: TextOrNull },
  'databases',
  WorkspaceDatabase,
);

export const WORKSPACE = {
  type: 'WORKSPACE',
  path: 'workspace',
  connection: {
    idName: 'workspaceConnectionId',
    schema: WorkspaceConnection,
    own: ['workspace_name'],
  },
  unit: {
    name: 'database',
    plural: 'databases',
    idName: 'databaseId',
    schema: WorkspaceDatabase,
    parent: 'connection_id',
  },
  target: {
    name: 'data_source',
    plural: 'data_sources',
    idName: 'dataSourceId',
    schema: DataSource,
    parent: 'database_id',
  },
} as const satisfies DestinationKind;
