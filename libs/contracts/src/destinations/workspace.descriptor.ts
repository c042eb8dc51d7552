import { Type } from '@sinclair/typebox';
import { Nullable } from '../scalars';
import { TOKEN_OR_LINK } from './credential-fields';
import { defineDestination } from './descriptor';

const textOrNull = Nullable(Type.String());

export const WORKSPACE = defineDestination({
  type: 'WORKSPACE',
  connect: {
    summary: 'Connect a WORKSPACE',
    description:
      'With `access_token`, the secret of an internal integration that the databases are shared with, or with ' +
      '`redirect_url`: then send the user’s browser to `auth_url`, where they choose what to share. The same integration ' +
      'in the same workspace again renews the connection.',
    credentials: TOKEN_OR_LINK,
    besideLink: [],
  },
  facts: { workspace_name: textOrNull },
  /** A container of data sources. */
  unit: {
    kind: 'DATABASE',
    resource: 'Database',
    component: 'WorkspaceDatabase',
    name: 'database',
    plural: 'databases',
    fields: { url: textOrNull },
  },
  target: {
    kind: 'DATA_SOURCE',
    resource: 'DataSource',
    name: 'data_source',
    plural: 'data_sources',
    fields: {},
  },
  hasCategories: false,
  action: { description: 'Sets a property in the workspace.', undoable: false, fields: null },
  sample: {
    ids: [77, 78, 79],
    connection: { name: 'Workspace', workspace_name: 'Home' },
    unit: { name: 'Spending', workspace_id: '5c6a', url: 'https://workspace.example/5c6a' },
    target: { workspace_id: 'd5aa', name: 'Spending' },
    credentials: { accessToken: 'a-token' },
  },
});
