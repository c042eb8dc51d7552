import { BEYOND_SCHEMAS } from './beyond-schemas';
import type { FilledApi } from './filled-api';

/** The share of parameters with an existing id. */
const KNOWN_SHARE = 0.7;

/** Members of bodies that name what a path parameter names elsewhere. */
const IN_BODIES: Readonly<Record<string, string>> = {
  financial_account_id: 'accountId',
  'financial_account_ids[*]': 'accountId',
  'financial_accounts[*]': 'accountId',
  destination_id: 'budgetaAccountId',
  institution_id: 'institutionId',
  connection_id: 'connectionId',
  'ruleLogIds[*]': 'ruleLogId',
  'transferLogIds[*]': 'transferLogId',
};

/** The expected statuses for a valid request; 422 only if no schema can describe the error. */
const ACCEPTED = ['2xx', '3xx', '401', '403', '404', '409', '429'];

function refusing422(operation: string): string {
  return `[[operations]]
include-name = "${operation}"
checks = { positive_data_acceptance = { expected-statuses = ${JSON.stringify([...ACCEPTED, '422'])} } }`;
}

/**
 * Resources that are the same for all users. Settings of an institution belong to each user, but their defaults are
 * equal; ingestion-sync's `connection-details.int.test.ts` checks that they are separate.
 */
const SHARED = [
  'GET /finance/institutions/{institutionId}',
  'GET /finance/institutions/{institutionId}/config',
];

function shared(operation: string): string {
  return `[[operations]]
include-name = "${operation}"
checks = { object_level_authorization = { enabled = false } }`;
}

/** Operations that do not end, so that their responses cannot be checked; their own suite checks them. */
const ENDLESS = ['GET /stream'];

function leftOut(operation: string): string {
  return `[[operations]]
include-name = "${operation}"
enabled = false`;
}

/** Returns Schemathesis' settings: the caller, and the ids. All checks are enabled. */
export function configText({ ids, leaversToken }: FilledApi): string {
  const dictionaries = Object.entries(ids).map(
    ([name, values]) => `${name} = { values = ${JSON.stringify(values)} }`,
  );
  const bound = [
    ...Object.keys(ids).map((name) => [`path.${name}`, name]),
    ...Object.entries(IN_BODIES).map(([member, name]) => [`body.${member}`, name]),
  ].map(([key, name]) => `"${key}" = { dictionary = "${name}", probability = ${KNOWN_SHARE} }`);
  return `
workers = 1 # ast.parse, which Hypothesis uses, is not safe among threads in CPython before 3.11.8 (gh-106905)
continue-on-failure = true
request-timeout = 20
[dictionaries]
${dictionaries.join('\n')}
[parameters]
${bound.join('\n')}
[generation]
allow-x00 = false # no text may have one, which a schema would have to say of every text
[checks]
enabled = true
positive_data_acceptance = { expected-statuses = ${JSON.stringify(ACCEPTED)} }
[auth.wfc]
path = "identities.json"
user = "owner"
peers = ["owner", "stranger"]
[[operations]]
include-name = "DELETE /user"
headers = { Authorization = "Bearer ${leaversToken}" }
checks = { missing_required_header = { enabled = false } } # its token is set here, and so never missing
${SHARED.map(shared).join('\n')}
${ENDLESS.map(leftOut).join('\n')}
${Object.keys(BEYOND_SCHEMAS).map(refusing422).join('\n')}
`;
}

/** Returns the caller in the format of Web Fuzzing Commons. */
export function identitiesText({ token, strangersToken }: FilledApi): string {
  const identity = (name: string, value: string) => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${value}` }],
  });
  return JSON.stringify({ auth: [identity('owner', token), identity('stranger', strangersToken)] });
}
