import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { IdText, TimeText } from '../../rest/openapi/wire.schema';

/** A user who has no account here, and whom an app manages. */
export const ManagedUser = component(
  'ManagedUser',
  Type.Object({
    id: IdText,
    managed_user: Type.String({ description: 'The app’s own id of the user.' }),
    created_at: TimeText,
    updated_at: Type.String({ format: 'date-time', description: 'When the user last got a token.' }),
  }),
);
