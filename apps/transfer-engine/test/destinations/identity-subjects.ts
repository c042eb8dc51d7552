import { ResponseForm } from '@tributary/testing';
import { generateKeyPairSync } from 'node:crypto';
import { TOKEN_ANSWER } from '../../src/destinations/http/answer-limits';
import { AuthorizationServer } from '../../src/destinations/http/authorization-server';
import { boundedDirectory } from '../../src/destinations/bounded-directory';
import { BudgetaClient } from '../../src/destinations/budgeta/client';
import { BudgetaDirectory } from '../../src/destinations/budgeta/budgeta.directory';
import { SheetsClient } from '../../src/destinations/sheets/client';
import { SheetsDirectory } from '../../src/destinations/sheets/sheets.directory';
import { renewal, toCredentials } from '../../src/destinations/http/token-credentials';
import { WorkspaceClient } from '../../src/destinations/workspace/client';
import { WorkspaceDirectory } from '../../src/destinations/workspace/workspace.directory';

/** What every request for tokens carries, and nothing that is said may repeat. */
export const SECRET = 'SECRETcHdk';

/** A question of who somebody is, or for tokens, and all that is made of the answer. */
export interface IdentitySubject {
  readonly name: string;
  readonly bytesMax: number;
  readonly form: ResponseForm;
  readonly ask: () => Promise<unknown>;
}

const REQUEST = {
  redirectUri: 'https://client.example',
  codeVerifier: SECRET,
  given: null,
  present: null,
} as const;
const APPLICATION = { clientId: 'client', clientSecret: SECRET };
const SPREADSHEET = 'x'.repeat(44);

const first = (rows: string) => rows.split('\n')[0] ?? '';
const part = (json: string) => Buffer.from(json).toString('base64url');

const TOKENS: ResponseForm = {
  json: (rows, members) =>
    `{"access_token":"t","refresh_token":"r","expires_in":3600,"keys":[${rows}]${members}}`,
  row: (text, index) => `{"kid":"k${index}","kty":"RSA","n":${text},"e":"AQAB"}`,
};
const ACCESS_TOKEN: ResponseForm = {
  json: (rows, members) => `{"access_token":${first(rows)},"expires_in":3600${members}}`,
  row: (text) => `${text}\n`,
};
const REFUSAL: ResponseForm = {
  json: (rows, members) => `{"error":"invalid_grant","error_description":${first(rows)}${members}}`,
  row: (text) => `${text}\n`,
};
const ID_TOKEN: ResponseForm = {
  json: (rows, members) =>
    `{"access_token":"t","refresh_token":"r","scope":"https://www.googleapis.com/auth/spreadsheets",` +
    `"id_token":${first(rows)}${members}}`,
  row: (text) => `"${part('{"alg":"none"}')}.${part(`{"sub":${text},"email":${text}}`)}."\n`,
};

/** Everything that asks an identity provider, at one server. */
export function identitySubjects(url: string, requestTimeoutMs: number) {
  const common = { baseUrl: url, requestTimeoutMs, application: APPLICATION };
  const serverOf = (type: 'BUDGETA' | 'WORKSPACE' | 'SHEETS', client: 'form' | 'basic') =>
    new AuthorizationServer({
      type,
      application: APPLICATION,
      authorizeUrl: url,
      tokenUrl: `${url}/token`,
      timeoutMs: requestTimeoutMs,
      pkce: client === 'form',
      client,
    });
  const budgeta = new BudgetaClient({
    ...common,
    pathSegment: 'plans',
    requestsPerHour: 1000,
    oauthUrl: url,
  });
  const workspace = new WorkspaceClient({ ...common, requestsPerSecond: 1000 });
  const sheetsServer = serverOf('SHEETS', 'form');
  const sheetsConfig = { ...common, tokenUrl: url, authorizeUrl: url, requestsPerMinute: 1000 };
  const sheets = new SheetsClient(sheetsConfig, sheetsServer);
  const ofBudgeta = boundedDirectory(new BudgetaDirectory(budgeta, serverOf('BUDGETA', 'form')));
  const ofWorkspace = boundedDirectory(new WorkspaceDirectory(workspace, serverOf('WORKSPACE', 'basic')));
  const ofSheets = boundedDirectory(new SheetsDirectory(sheets, sheetsServer));
  const bytesMax = TOKEN_ANSWER.bytes;
  const renew = renewal('BUDGETA', serverOf('BUDGETA', 'form'));
  const kept = toCredentials({ accessToken: SECRET, refreshToken: SECRET });
  const account = { ...SERVICE_ACCOUNT, spreadsheets: [SPREADSHEET] };
  const subjects: IdentitySubject[] = [
    { name: 'BUDGETA, tokens', bytesMax, form: TOKENS, ask: () => renew(kept) },
    { name: 'BUDGETA, an access token', bytesMax, form: ACCESS_TOKEN, ask: () => renew(kept) },
    { name: 'BUDGETA, refusal', bytesMax, form: REFUSAL, ask: () => renew(kept) },
    {
      name: 'BUDGETA, tokens and the user they are for',
      bytesMax,
      form: {
        json: (rows, members) =>
          `{"access_token":"t","refresh_token":"r","data":{"user":{"id":${first(rows)}}}${members}}`,
        row: (text) => `${text}\n`,
      },
      ask: () => exchangeOf(ofBudgeta),
    },
    {
      name: 'WORKSPACE, tokens and the bot they are for',
      bytesMax,
      form: {
        json: (rows, members) =>
          `{"access_token":"t","refresh_token":"r","object":"user","type":"bot","id":"b",` +
          `"bot":{"workspace_name":${first(rows)}}${members}}`,
        row: (text) => `${text}\n`,
      },
      ask: () => exchangeOf(ofWorkspace),
    },
    {
      name: 'SHEETS, tokens and who they are for',
      bytesMax,
      form: ID_TOKEN,
      ask: () => exchangeOf(ofSheets),
    },
    {
      name: 'SHEETS, a token of a service account',
      bytesMax,
      form: ACCESS_TOKEN,
      // Its sheets are read with the token.
      ask: () => ofSheets.list(JSON.stringify(account)),
    },
  ];
  const close = () => Promise.all([budgeta.close(), workspace.close(), sheets.close()]);
  return { subjects, close };
}

function exchangeOf({ oauth }: ReturnType<typeof boundedDirectory>): Promise<unknown> {
  if (!oauth) throw new Error('there is no authorization server');
  return oauth.exchange(SECRET, REQUEST);
}

const SERVICE_ACCOUNT = {
  clientEmail: 'tributary@project.iam.gserviceaccount.com',
  privateKeyId: 'key',
  privateKey: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
};
