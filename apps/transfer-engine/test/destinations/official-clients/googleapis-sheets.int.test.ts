import { auth, sheets } from '@googleapis/sheets';
import { callControl, type Sandbox, startSandbox } from '@tributary/sandbox';
import { acceptedCalls, OFFICIAL_CALLS } from './official-calls';

const SERVER = '/sheets';
const CALLBACK = 'https://client.example/callback';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** The user consents on Google's page; its own client exchanges the code. */
async function grantedAccess() {
  const { clientId, clientSecret } = sandbox.credentials.sheetsApplication;
  const client = new auth.OAuth2({
    clientId,
    clientSecret,
    redirectUri: CALLBACK,
    transporterOptions: { fetchImplementation: fetch }, // what it would import by itself, Jest cannot load
    endpoints: {
      oauth2AuthBaseUrl: `${sandbox.sheetsUrl}/auth`,
      oauth2TokenUrl: `${sandbox.sheetsUrl}/token`,
    },
  });
  const page = client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: ['openid', 'https://www.googleapis.com/auth/spreadsheets'],
    state: 'state',
  });
  const { headers } = await fetch(page, { redirect: 'manual' });
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { tokens } = await client.getToken(code);
  expect(tokens.refresh_token).toEqual(expect.any(String));
  client.setCredentials({ refresh_token: tokens.refresh_token }); // so that the first request renews it
  return client;
}

it('SHEETS: its own client is accepted in every call that our connector makes', async () => {
  const made = await callControl<{ spreadsheet_id: string }>(sandbox, 'POST', '/sheets/spreadsheets', {
    title: 'Mine',
    tabs: ['Money'],
  });
  const spreadsheetId = made.spreadsheet_id;
  const client = sheets({ version: 'v4', auth: await grantedAccess() });
  const at = { rootUrl: `${sandbox.sheetsUrl}/` }; // of each request: the client's own loses its path

  const shown = await client.spreadsheets.get({ spreadsheetId, fields: 'sheets.properties' }, at);
  const sheetId = shown.data.sheets?.[0]?.properties?.sheetId ?? undefined;
  expect(shown.data.sheets?.[0]?.properties?.title).toBe('Money');
  await client.spreadsheets.batchUpdate(
    {
      spreadsheetId,
      requestBody: {
        requests: [
          {
            appendCells: {
              sheetId,
              rows: [{ values: [{ userEnteredValue: { stringValue: 'Kahvila' } }] }],
              fields: 'userEnteredValue',
            },
          },
          { addNamedRange: { namedRange: { name: 'tributary_1', range: { sheetId } } } },
        ],
      },
    },
    at,
  );
  const read = await client.spreadsheets.getByDataFilter(
    {
      spreadsheetId,
      requestBody: { dataFilters: [{ gridRange: { sheetId } }], includeGridData: true },
    },
    at,
  );
  const values = read.data.sheets?.[0]?.data?.[0]?.rowData?.flatMap(({ values: cells = [] }) => cells);
  expect(values).toContainEqual(expect.objectContaining({ userEnteredValue: { stringValue: 'Kahvila' } }));

  expect(acceptedCalls(sandbox.calls(), SERVER)).toEqual([...(OFFICIAL_CALLS[SERVER] ?? [])].sort());
});
