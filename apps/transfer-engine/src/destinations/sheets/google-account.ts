import { decodeJwt } from 'jose';
import { Tokens } from '../authorization-server';
import { Admission, AuthorizationReturn, CredentialsRefusedError } from '../destination-directory.port';
import { fromCredentials, isUserGrant, SheetsCredentials } from './credentials';

export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
/** Who the user is, and their spreadsheets. */
export const USER_SCOPES = `openid email ${SHEETS_SCOPE}`;

/**
 * A user who granted access to their own account. They may have left out the spreadsheets on Google's page; and a
 * refresh token comes with the first consent alone, unless consent is asked for again.
 * @throws CredentialsRefusedError
 */
export function admissionOf({ refreshToken, answer }: Tokens, request: AuthorizationReturn): Admission {
  if (!String(answer['scope']).split(' ').includes(SHEETS_SCOPE)) {
    throw refused('Access to spreadsheets was not granted.');
  }
  const { subject, email } = identityIn(answer['id_token']);
  const present = request.present === null ? null : fromCredentials(request.present);
  const kept = present && isUserGrant(present) && present.subject === subject ? present.refreshToken : null;
  const token = refreshToken ?? kept;
  if (token === null) throw refused('Google gave no lasting access.');
  const credentials: SheetsCredentials = {
    refreshToken: token,
    subject,
    spreadsheets: spreadsheetsOf(request, present),
  };
  return {
    externalUserId: subject,
    credentials: JSON.stringify(credentials),
    facts: { account_email: email },
    requests: 0,
  };
}

/** Those that were named now, else those that the connection has. */
function spreadsheetsOf(
  { given }: AuthorizationReturn,
  present: SheetsCredentials | null,
): readonly string[] {
  const named = given?.['spreadsheets'];
  return Array.isArray(named) ? named.map(String) : (present?.spreadsheets ?? []);
}

/** It came from Google's token endpoint itself, so its signature adds nothing. */
function identityIn(idToken: unknown): { subject: string; email: string | null } {
  try {
    const { sub, email } = decodeJwt<{ email?: unknown }>(String(idToken));
    if (sub !== undefined) return { subject: sub, email: typeof email === 'string' ? email : null };
  } catch (cause) {
    throw refused('Google did not say whose account it is.', { cause });
  }
  throw refused('Google did not say whose account it is.');
}

function refused(reason: string, options?: ErrorOptions): CredentialsRefusedError {
  return new CredentialsRefusedError({ redirect_url: [reason] }, options);
}
