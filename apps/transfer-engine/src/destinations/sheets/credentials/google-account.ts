import { decodeJwt } from 'jose';
import { Tokens } from '../../http/authorization-server';
import { Admission, AuthorizationReturn, CredentialsRefusedError } from '../../destination-directory.port';
import { fromCredentials, isUserGrant, SheetsCredentials } from './credentials';

export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
/** OAuth scopes: the user's identity, and their spreadsheets. */
export const USER_SCOPES = `openid email ${SHEETS_SCOPE}`;

/**
 * Builds the admission of a user who granted access to their own account. The user may have refused the spreadsheets on
 * Google's page, and Google sends a refresh token only with a new consent.
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

/** Returns the spreadsheets that the user named now, or else those of the connection. */
function spreadsheetsOf(
  { given }: AuthorizationReturn,
  present: SheetsCredentials | null,
): readonly string[] {
  const named = given?.['spreadsheets'];
  return Array.isArray(named) ? named.map(String) : (present?.spreadsheets ?? []);
}

/** Reads the ID token without checking its signature, because it came directly from Google's token endpoint. */
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
