import { isLosslessNumber } from 'lossless-json';
import { parseLossless } from '../mapping/json-decimals';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { AccountNotice } from '../provider.port';
import { AnswerRows, ReadAnswer, sizeOf } from './reading/read-answer';

/** An account of a response with its institution. */
export interface SetAccount {
  readonly id: string;
  /** The account as the server sent it. */
  readonly account: Json;
  /** The account's transactions as JSON text; null if the response has none. */
  readonly rows: AnswerRows | null;
  readonly institution: SetInstitution;
}

/** The institution of an account: version 1 has it in the account, version 2 in a separate list. */
export interface SetInstitution {
  /** Version 2 only. */
  readonly connectionId: string | null;
  readonly name: string | null;
  readonly domain: string | null;
  readonly url: string | null;
}

/** A server's notice about everything, one institution or one account. */
interface SetNotice extends AccountNotice {
  readonly accountId: string | null;
  readonly connectionId: string | null;
  readonly institutionName: string | null;
  /** Rows may be missing. */
  readonly isIncomplete: boolean;
}

/** A response to `GET /accounts`, in either version of the protocol. */
export interface AccountSet {
  readonly accounts: readonly SetAccount[];
  readonly notices: readonly SetNotice[];
  /** Approximate memory, in bytes. */
  readonly size: number;
}

/**
 * Parses a response.
 * @throws ProviderError `invalid_answer`
 */
export function accountSetFrom(answer: ReadAnswer): AccountSet {
  const body = parsed(answer.json);
  if (!isJson(body) || !Array.isArray(body.accounts)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave no list');
  }
  const connections = new Map(
    listOf(body.connections).flatMap((one) => {
      const id = idOf(one.conn_id);
      return id === undefined ? [] : [[id, one] as const];
    }),
  );
  const accounts = (body.accounts as unknown[]).flatMap((account, position) => {
    const id = isJson(account) ? idOf(account.id) : undefined;
    if (id === undefined || !isJson(account)) return [];
    const rows = answer.rows[position] ?? null;
    return [{ id, account, rows, institution: institutionOf(account, connections) }];
  });
  const newer = listOf(body.errlist).map(fromErrlist);
  // A response may contain both versions of errors, of which the older one repeats the newer.
  const older = newer.length > 0 || !Array.isArray(body.errors) ? [] : body.errors.flatMap(fromText);
  return { accounts, notices: [...newer, ...older], size: sizeOf(answer) };
}

/** Returns null if the text is no JSON. */
function parsed(json: string): unknown {
  try {
    return parseLossless(json);
  } catch {
    return null;
  }
}

/** The server's notices that concern an account, the gravest first. */
export function noticesOf({ notices }: AccountSet, { id, institution }: SetAccount): readonly SetNotice[] {
  return notices
    .filter(({ accountId, connectionId, institutionName }) => {
      if (accountId !== null) return accountId === id;
      if (connectionId !== null) return connectionId === institution.connectionId;
      return institutionName === null || institutionName === institution.name;
    })
    .sort((a, b) => GRAVITY.indexOf(b.kind) - GRAVITY.indexOf(a.kind));
}

const GRAVITY: readonly AccountNotice['kind'][] = ['advice', 'failed', 'action'];

/** Ids are texts; some servers write them as numbers. */
export function idOf(value: unknown): string | undefined {
  const id = textOf(isLosslessNumber(value) ? value.toString() : value);
  return id === undefined || id.length > ID_LENGTH_MAX ? undefined : id;
}

const ID_LENGTH_MAX = 512;

function institutionOf(account: Json, connections: ReadonlyMap<string, Json>): SetInstitution {
  const connectionId = idOf(account.conn_id) ?? null;
  const connection = connectionId === null ? undefined : connections.get(connectionId);
  const org = isJson(account.org) ? account.org : {};
  const url = textOf(connection?.org_url) ?? textOf(org.url) ?? null;
  const domain = textOf(org.domain) ?? hostOf(url);
  const name = textOf(connection?.org_name) ?? textOf(connection?.name) ?? textOf(org.name) ?? domain;
  return { connectionId, name, domain, url };
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isJson) : [];
}

/** An unknown code means what its prefix means. */
function fromErrlist(entry: Json): SetNotice {
  const code = textOf(entry.code) ?? 'gen.';
  return {
    kind: kindOf(code),
    text: shown(textOf(entry.msg) ?? textOf(entry.message) ?? code),
    accountId: idOf(entry.account_id) ?? null,
    connectionId: idOf(entry.conn_id) ?? null,
    institutionName: null,
    isIncomplete: code === 'act.missingdata' || code === 'act.failed',
  };
}

function kindOf(code: string): AccountNotice['kind'] {
  switch (code) {
    case 'gen.auth':
    case 'con.auth':
      return 'action';
    case 'act.failed':
      return 'failed';
    default:
      return 'advice';
  }
}

/** The Bridge's sentence about an institution where the user must sign in again. */
const ATTENTION = /^Connection to (.{1,200}) may need attention/;

function fromText(value: unknown): SetNotice[] {
  const text = textOf(value);
  if (text === undefined) return [];
  const institutionName = ATTENTION.exec(text)?.[1] ?? null;
  const of = { accountId: null, connectionId: null, isIncomplete: false };
  return [
    { ...of, kind: institutionName === null ? 'advice' : 'action', text: shown(text), institutionName },
  ];
}

const SHOWN_LENGTH_MAX = 300;

/**
 * Returns a text that the server wrote for the user, without control and invisible characters, and cut to a maximum
 * length.
 */
function shown(text: string): string {
  const clean = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = clean.length > SHOWN_LENGTH_MAX ? `${clean.slice(0, SHOWN_LENGTH_MAX - 1)}…` : clean;
  return `The SimpleFIN server says: ${short}`;
}
