import { ApiError, createTributaryClient, dataOf, type FileImport } from '@tributary/client';
import { FILE_BYTES_MAX } from '@tributary/contracts';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, type FoundFile, isFound } from './find-files';
import { inFolder, isSystemError } from './open-folder';

/** The target folder of a processed file, with the reason in one sentence. */
export interface Outcome {
  readonly folder: Ended;
  readonly why: string;
}

export interface Api {
  readonly baseUrl: string;
  readonly token: string;
}

/** Stores the id of a file's import, so that a crash does not lose it. */
export interface BegunImport {
  /** @returns the id; null if no import was begun for the file's current content */
  find(): Promise<string | null>;
  keep(id: string): Promise<void>;
}

const POLL_MS = 250;
const POLL_MS_MAX = 2000;
const TOO_LARGE = 'The file is larger than 50 MB.';

/**
 * Imports a file over the REST API, as its user would. If it has a question that only the user can answer, the import
 * stays open. An import from before a crash is continued without another upload.
 * @param root the import folder
 * @returns null if the file must wait, because too many imports are open or the API is busy
 */
export async function importFile(
  root: string,
  file: FoundFile,
  api: Api,
  begun: BegunImport,
  signal: AbortSignal,
): Promise<Outcome | null> {
  if (file.bytes > FILE_BYTES_MAX) return { folder: 'failed', why: TOO_LARGE };
  const rest = createTributaryClient(api);
  const show = async (importId: string): Promise<FileImport> =>
    (await dataOf(rest.GET('/finance/imports/{importId}', { params: { path: { importId } } }))).data;
  const until = async (id: string, ends: readonly FileImport['status'][]): Promise<FileImport> => {
    for (let pauseMs = POLL_MS; ; pauseMs = Math.min(2 * pauseMs, POLL_MS_MAX)) {
      const data = await show(id);
      if (ends.includes(data.status)) return data;
      await sleep(pauseMs, undefined, { signal });
    }
  };
  try {
    let id = await stillThere(await begun.find(), show);
    if (id === null) {
      const bytes = await read(root, file);
      if (!Buffer.isBuffer(bytes)) return bytes;
      ({ id } = await upload(file, bytes, api, signal));
      await begun.keep(id);
    }
    const preview = await until(id, ['READY', 'APPLYING', ...ENDS]);
    if (preview.status === 'READY') {
      const question = questionOf(preview);
      if (question !== null) return { folder: 'needs-answer', why: openImport(id, question) };
      await dataOf(rest.POST('/finance/imports/{importId}/apply', { params: { path: { importId: id } } }));
    }
    const ended = await until(id, ENDS);
    return ended.status === 'FAILED' ? failed(ended) : { folder: 'done', why: countsOf(ended) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if ([401, 409, 429].includes(error.status) || error.status >= 500) return null;
    return { folder: 'failed', why: reasonOf(error) };
  }
}

/** Final statuses. They include undone imports, which are not imported again. */
const ENDS: readonly FileImport['status'][] = ['APPLIED', 'UNDOING', 'UNDONE', 'FAILED'];

/**
 * Returns the import, or null if it has expired or was discarded.
 * @throws ApiError
 */
async function stillThere(
  id: string | null,
  show: (id: string) => Promise<FileImport>,
): Promise<string | null> {
  if (id === null) return null;
  try {
    return (await show(id)).id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function upload(
  file: FoundFile,
  body: Buffer<ArrayBuffer>,
  { baseUrl, token }: Api,
  signal: AbortSignal,
): Promise<FileImport> {
  const url = new URL(`${baseUrl}/finance/imports`);
  url.searchParams.set('file_name', file.name);
  if (file.accountId !== null) url.searchParams.set('financial_account_id', file.accountId);
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body,
    signal,
  });
  const json: unknown = await response.json();
  const result = { response, ...(response.ok ? { data: json as { data: FileImport } } : { error: json }) };
  return (await dataOf(Promise.resolve(result))).data;
}

/**
 * Reads the whole file, never through a link; returns null if the file has changed, so that a later scan handles it.
 */
async function read(root: string, file: FoundFile): Promise<Buffer<ArrayBuffer> | Outcome | null> {
  try {
    return await inFolder(root, file.folders, (folder) => readAt(folder.at(file.name), file));
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ELOOP', 'NOT_A_FOLDER')) return null;
    return { folder: 'failed', why: 'The file cannot be opened: check its permissions.' };
  }
}

/** Opening does not block on a pipe that replaced the file. */
const READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readAt(at: string, file: FoundFile): Promise<Buffer<ArrayBuffer> | null> {
  const handle = await open(at, READING);
  try {
    if (!isFound(file, await handle.stat())) return null;
    const bytes = Buffer.alloc(file.bytes + 1);
    const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, 0);
    return bytesRead === file.bytes ? bytes.subarray(0, bytesRead) : null;
  } finally {
    await handle.close();
  }
}

/** Returns the question that only the user can answer, or null. */
export function questionOf({ error, accounts, certainty, questions }: FileImport): string | null {
  if (error !== null) return error;
  const undecided = accounts.filter(
    ({ entries, financial_account_id: chosen }) => entries !== '0' && chosen === null,
  );
  const open = [
    undecided.length === 0
      ? []
      : undecided.some((account) => account.proposed_account_id !== null)
        ? [SAME_LAYOUT]
        : ['It is not known which account the entries belong to.'],
    certainty === 'GUESS' ? questions.map(({ text }) => text) : [],
  ].flat();
  return open.length === 0 ? null : open.join(' ');
}

const SAME_LAYOUT =
  'The file does not name its account, and another account of the bank could have the same columns.';

function openImport(id: string, question: string): string {
  return `${question} Answer in the console, where the file waits for a day as import ${id}. If it is only the account that is asked for, you can also put the file into a folder that has the account's id as its name.`;
}

function failed({ error }: FileImport): Outcome {
  return { folder: 'failed', why: error ?? 'The file could not be imported.' };
}

function countsOf({ id, transactions_added, entries_known, entries_unreadable }: FileImport): string {
  return `Import ${id} added ${transactions_added} transactions; ${entries_known} were there already, and ${entries_unreadable} could not be read.`;
}

function reasonOf({ status, message, errors }: ApiError): string {
  if (status === 413) return TOO_LARGE;
  return Object.values(errors).flat().join(' ') || message;
}
