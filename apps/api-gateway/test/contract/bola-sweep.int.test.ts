import { eventually } from '@tributary/testing';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'undici';
import { Operation, operationsFor } from './api-document';
import {
  Ask,
  askFor,
  ForeignCase,
  includesOf,
  names,
  Owner,
  IdPosition,
  idPositionsOf,
  randomCase,
} from './foreign-cases';
import { ForeignSender, ForeignWorld, MARKS, OWNER, RESTRICTED, startForeignWorld } from './foreign-world';
import { recordingStatements } from './recorded-statements';
import { rowsOfUser } from './rows-of-user';

/**
 * By default every position by the owner's token and by one for a single account, and some at random; with `FULL=1` every
 * position by every token, and 10,000 at random. `SEED` plays a run again.
 */
const IS_FULL = Boolean(process.env['FULL']);
const RANDOM = IS_FULL ? 10_000 : 150;
const SEED = Number(process.env['SEED'] ?? (IS_FULL ? Math.floor(Math.random() * 2 ** 31) : 1));

const NOT_FOUND = '{"message":"Resource not found.","docs_url":"/docs/errors/not-found"}';
/** What is done in the background while a request is answered is not the request's: it is asked again. */
const TRIES = 6;

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Answered {
  readonly result: Answer;
  readonly statements: readonly string[];
}

let world: ForeignWorld;
let client: Client;
let operations: Operation[];
let requests = 0;
/** Names of what is another's for which the work was held against that for what is nowhere. */
let compared = 0;

beforeAll(async () => {
  world = await startForeignWorld();
  await usesAreWritten(world);
  const all = await operationsFor('foreign ids', world.gateway);
  operations = all.filter(({ openTo }) => openTo !== 'anyone');
  client = new Client(world.gateway.url);
}, 60_000);
afterAll(async () => {
  await client.close();
  await world.stop();
});

/** That the other user used their token is written a moment later: it must not count as a change of theirs. */
async function usesAreWritten({ gateway: { database }, victimId }: ForeignWorld): Promise<void> {
  await eventually(async () => {
    const [row] = await database.query<{ written: boolean }>(
      `select t.last_used_at is not null and exists (select from known_networks n where n.user_id = t.user_id) as written
         from tokens t where t.user_id = $1`,
      [victimId],
    );
    expect(row).toEqual({ written: true });
  });
}

async function send({ method, path, headers, body }: Ask, token: string): Promise<Answer> {
  requests += 1;
  const answer = await client.request({
    method,
    path: `/api/v1${path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    body,
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** The answer and the statements for what is another's, and for what is nowhere; ids that are echoed made equal. */
async function askBoth(
  one: ForeignCase,
  { token }: ForeignSender,
): Promise<{ ofForeign: Answered; ofMissing: Answered }> {
  const { own, foreign, missing } = world;
  const ofForeign = await recordingStatements(() => send(askFor(one, own, foreign[one.of]), token));
  const ofMissing = await recordingStatements(() => send(askFor(one, own, missing), token));
  const { status, text } = ofMissing.result;
  return { ofForeign, ofMissing: { ...ofMissing, result: { status, text: withForeignIds(text, one.of) } } };
}

function withForeignIds(text: string, of: Owner): string {
  return Object.entries(world.missing).reduce(
    (changed, [name, id]) => changed.replaceAll(String(id), String(world.foreign[of][name])),
    text,
  );
}

/** @returns what is wrong with the answer, if anything */
async function faultOf(one: ForeignCase): Promise<string | null> {
  const sender = world.senders[one.sender];
  if (!sender) throw new Error(`there is no sender ${one.sender}`);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { ofForeign, ofMissing } = await askBoth(one, sender);
    const fault = faultOfAnswer(one, sender, ofForeign.result);
    if (fault !== null || !names(one.position)) return fault;
    if (!isDeepStrictEqual(ofForeign.result, ofMissing.result)) return difference(ofForeign, ofMissing);
    if (!isDeepStrictEqual(ofForeign.statements, ofMissing.statements)) continue;
    if (ofForeign.statements.length > 0) compared += 1;
    return null;
  }
  const { ofForeign, ofMissing } = await askBoth(one, sender);
  return difference(ofForeign, ofMissing);
}

function faultOfAnswer({ position, of }: ForeignCase, sender: ForeignSender, answer: Answer): string | null {
  const { status, text } = answer;
  if (text.includes(MARKS[of])) return `shows what is another’s: ${text}`;
  if (status === 404 && text !== NOT_FOUND) return `is a 404 of another kind: ${text}`;
  return isRefused(position, sender, answer) ? null : `is ${status} ${text}`;
}

function difference(ofForeign: Answered, ofMissing: Answered): string {
  return `${JSON.stringify(ofForeign)} where what is nowhere is ${JSON.stringify(ofMissing)}`;
}

function isRefused(
  position: IdPosition,
  { scopes, isOwner }: ForeignSender,
  { status, text }: Answer,
): boolean {
  const { operation, inPath, inBody, filter } = position;
  if (operation.openTo === 'owner' && !isOwner) return status === 403;
  if (operation.scopes.some((scope) => !scopes.includes(scope))) return status === 403;
  if (status === 403) return includesOf(operation).length > 0; // one of them was not granted
  if (inPath.length > 0) return status === 404;
  if (inBody.length > 0) return status === 422 || status === 404 || (status === 200 && isEachRefused(text));
  if (filter !== null && operation.takesFile) return status === 422 || status === 404;
  // A managed user has nothing of what the path names.
  return status === 404 || (status === 200 && (filter === null || isEmpty(text)));
}

/** Of several logs each has a result of its own. */
function isEachRefused(text: string): boolean {
  const { data } = JSON.parse(text) as { data?: { results?: { success?: unknown }[] } };
  const results = data?.results ?? [];
  return results.length > 0 && results.every(({ success }) => success === false || success === 'false');
}

function isEmpty(text: string): boolean {
  const { data } = JSON.parse(text) as { data?: unknown[] };
  return data === undefined || data.length === 0;
}

function casesOf(positions: readonly IdPosition[]): ForeignCase[] {
  const all = Object.keys(world.senders);
  const caseOf = (position: IdPosition, sender: string, of: Owner): ForeignCase => ({
    position,
    sender,
    of,
    include: includesOf(position.operation),
  });
  return [
    ...positions.flatMap((position) =>
      (IS_FULL ? all : [OWNER]).map((sender) => caseOf(position, sender, 'another user')),
    ),
    ...positions.filter(names).map((position) => caseOf(position, RESTRICTED, 'another account')),
    ...fc.sample(randomCase(positions, all), { numRuns: RANDOM, seed: SEED }),
  ];
}

it(`an id of another user’s resource is answered like an unknown id, at the same cost, without changes (seed ${SEED})`, async () => {
  const { gateway, own, foreign, senders, victimId } = world;
  const positions = operations.flatMap(idPositionsOf);
  const cases = casesOf(positions);
  const before = await rowsOfUser(gateway.database, victimId, MARKS['another user']);
  const faults: string[] = [];
  for (const one of cases) {
    const fault = await faultOf(one);
    if (fault === null) continue;
    const { method, path } = askFor(one, own, foreign[one.of]);
    const where = one.position.inBody.length > 0 ? ` with ${one.position.inBody.join()} in its body` : '';
    faults.push(`${method} ${path}${where} by ${one.sender} ${fault.slice(0, 900)}`);
  }
  process.stderr.write(
    `${operations.length} routes, ${positions.length} positions, ${Object.keys(senders).length} kinds of tokens: ` +
      `${cases.length} cases, ${requests} requests (seed ${SEED}), statements of ${compared} compared, ` +
      `${faults.length} faults\n`,
  );
  expect(faults).toEqual([]);
  expect(await rowsOfUser(gateway.database, victimId, MARKS['another user'])).toEqual(before);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(compared).toBeGreaterThan(positions.length / 2);
}, 900_000);

it('the owner finds the resources, so the test can fail', async () => {
  const { own, foreign, senders, victim } = world;
  // Imports, unread rows and series are read from their owner, who is played for one user.
  const named = operations.filter(
    ({ method, path }) =>
      method === 'GET' && /\{(?!institutionId|importId)/.test(path) && !/\/(unread-rows|series)$/.test(path),
  );
  const unseen: string[] = [];
  const look = async (operation: Operation, of: Owner, token = ''): Promise<void> => {
    const position: IdPosition = { operation, inPath: Object.keys(own), inBody: [], filter: null };
    const { status } = await send(askFor({ position, sender: '', of, include: [] }, own, foreign[of]), token);
    if (status !== 200) unseen.push(`${operation.path} of ${of}`);
  };
  for (const operation of named) {
    await look(operation, 'another user', victim);
    const isOfAccount = /^.finance.(accounts|transactions)/.test(operation.path);
    if (isOfAccount) await look(operation, 'another account', senders[OWNER]?.token);
  }
  expect(unseen).toEqual([]);
});
