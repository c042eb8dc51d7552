import {
  checked,
  DestinationCredentials,
  AnyDestination,
  Problem,
  snakeCase,
  TOKEN_OR_LINK,
} from '@tributary/contracts';
import { Access } from '../identity';
import { ConnectBody } from './connect.bodies';
import { DESTINATION_KINDS } from './destination-kinds';
import { DestinationWrites } from './destination-writes';
import { Resource } from './destination.resource';

/** Connects by the user's credentials, or by a link. @throws Problem if neither or both are sent */
export function connectBy(
  writes: DestinationWrites,
  access: Access,
  { type, connect }: AnyDestination,
  { name, redirect_url: redirectUrl, ...body }: ConnectBody,
  url: string,
): Promise<Resource> {
  const kind = DESTINATION_KINDS[type];
  const sent = Object.keys(connect.credentials).flatMap((member) => {
    const value = body[snakeCase(member)];
    return value === undefined ? [] : [[member, value] as const];
  });
  if (connect.credentials === TOKEN_OR_LINK && sent.length > 0 === (redirectUrl !== undefined)) {
    throw Problem.invalid({
      access_token: [
        'Send either the access_token, or a redirect_url to let the user grant access by a link.',
      ],
    });
  }
  if (redirectUrl !== undefined) {
    return writes.authorize(access, kind, { connectionId: null, name, redirectUrl }, url);
  }
  const credentials = checked(DestinationCredentials, { type, ...Object.fromEntries(sent) }, 'credentials');
  return writes.connect(access, kind, name, credentials);
}
