import {
  Caller,
  ChangedDestination,
  CompleteDestinationAuthorization,
  DestinationType,
  StartDestinationAuthorization,
} from '@tributary/contracts';
import { TransferEngineFixture, USER } from '../transfer-engine.fixture';

const CALLBACK = 'https://tributary.example/callback';
const REDIRECT = 'https://client.example/done';

interface Granting {
  readonly caller?: Caller;
  readonly connectionId?: number;
  readonly given?: Readonly<Record<string, unknown>>;
  /** What the page of consent is opened with besides: `login=other`. */
  readonly query?: Readonly<Record<string, string>>;
}

/** The user grants access on the destination's page, as the sandbox plays it. */
export async function grantAccess(
  fixture: TransferEngineFixture,
  destinationType: DestinationType,
  { caller = USER, connectionId = undefined, given, query = {} }: Granting = {},
) {
  const { link } = await fixture.send(
    StartDestinationAuthorization,
    {
      destinationType,
      connectionId: connectionId ?? null,
      redirectUrl: REDIRECT,
      callbackUrl: CALLBACK,
      ...(given ? { given } : {}),
    },
    caller,
  );
  const url = new URL(link);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const page = await fetch(url, { redirect: 'manual' });
  const { state = '', ...callback } = Object.fromEntries(
    new URL(page.headers.get('location') ?? '').searchParams,
  );
  const completed = await fixture.send(
    CompleteDestinationAuthorization,
    { destinationType, state, callback, browserConfirmed: true },
    caller,
  );
  return { ...completed, asked: new URL(link).searchParams };
}

/** The same where the user is let in. */
export async function connectByLink(
  fixture: TransferEngineFixture,
  type: DestinationType,
  given?: Granting['given'],
): Promise<ChangedDestination> {
  const { outcome, destinations } = await grantAccess(fixture, type, { given });
  const [connected] = destinations;
  if (!connected) throw new Error(`the user was not let in: ${outcome}`);
  return connected;
}
