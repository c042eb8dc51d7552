import { Problem } from '@tributary/contracts';
import { Access } from '../auth/access';
import { ConnectByTokenOrLinkBody } from './connect.bodies';
import { DestinationKind } from './destination-kind';
import { DestinationWrites } from './destination-writes';
import { Resource } from './destination.resource';

/** @throws Problem where neither or both are sent */
export function connectByTokenOrLink(
  writes: DestinationWrites,
  access: Access,
  kind: DestinationKind & { readonly type: 'BUDGETA' | 'WORKSPACE' },
  { name, access_token: accessToken, redirect_url: redirectUrl }: ConnectByTokenOrLinkBody,
  url: string,
): Promise<Resource> {
  if (accessToken !== undefined && redirectUrl === undefined) {
    return writes.connect(access, kind, name, { type: kind.type, accessToken });
  }
  if (redirectUrl !== undefined && accessToken === undefined) {
    return writes.authorize(access, kind, { connectionId: null, name, redirectUrl }, url);
  }
  throw Problem.invalid({
    access_token: ['Send either the access_token, or a redirect_url to let the user grant access by a link.'],
  });
}
