import { AnyDestination, checked, DestinationCredentials, Problem, snakeCase } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { ConnectBody } from './connect.bodies';
import { DESTINATION_KINDS } from './destination-kinds';
import { DestinationWrites } from './destination-writes';
import { Resource } from './destination.resource';

/** Connects by the user's credentials, or by a link. @throws Problem if neither or both are sent */
export function connectBy(
  writes: DestinationWrites,
  access: Access,
  one: AnyDestination,
  { name, redirect_url: redirectUrl, ...body }: ConnectBody,
  url: string,
): Promise<Resource> {
  const { type, connect } = one;
  const kind = DESTINATION_KINDS[type];
  const sent = Object.keys(connect.credentials).flatMap((member) => {
    const value = body[snakeCase(member)];
    return value === undefined ? [] : [[member, value] as const];
  });
  requireOneWay(one, new Set(sent.map(([member]) => member)), redirectUrl);
  if (redirectUrl !== undefined) {
    const route = { connectionId: null, name, redirectUrl, given: Object.fromEntries(sent) };
    return writes.authorize(access, kind, route, url);
  }
  const credentials = checked(DestinationCredentials, { type, ...Object.fromEntries(sent) }, 'credentials');
  return writes.connect(access, kind, name, credentials);
}

/** @throws Problem (invalid) */
function requireOneWay(
  { connect: { credentials, besideLink } }: AnyDestination,
  sent: ReadonlySet<string>,
  redirectUrl: string | undefined,
): void {
  if (!besideLink) return;
  const alone = Object.keys(credentials).filter((member) => !besideLink.includes(member));
  if (alone.some((member) => sent.has(member)) !== (redirectUrl !== undefined)) return;
  const [name = ''] = alone.map(snakeCase);
  throw Problem.invalid({
    [name]: [`Send either the ${name}, or a redirect_url to let the user grant access by a link.`],
  });
}
