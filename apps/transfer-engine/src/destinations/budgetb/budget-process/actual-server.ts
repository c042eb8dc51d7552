import type * as Actual from '@actual-app/api';
import { ActualCategory, ActualFile, OpenedBudget, ServerAccess, SurveyedFile } from './calls';
import { CodedError } from './coded-error';

export type ActualApi = typeof Actual;
export type ActualLibrary = Awaited<ReturnType<ActualApi['init']>>;

/** Actual's client, signed in. A process has one client, with one budget open at a time. */
export interface SignedIn {
  readonly api: ActualApi;
  readonly library: ActualLibrary;
  readonly access: ServerAccess;
}

/** @throws CodedError, or what Actual's client throws (with a `code`) */
export async function signIn(access: ServerAccess, dataDir: string): Promise<SignedIn> {
  const api = await loaded();
  const { serverUrl: serverURL, password } = access;
  const library = await api.init({ dataDir, serverURL, password, verbose: false });
  return { api, library, access };
}

/** Loads the client at first use: its SQLite is a native add-on that may not be installed. */
async function loaded(): Promise<ActualApi> {
  try {
    return await import('@actual-app/api');
  } catch (cause) {
    throw new CodedError('not-installed', { cause });
  }
}

/** The synchronized budgets of the server. */
export async function files(actual: SignedIn): Promise<ActualFile[]> {
  const listed = await actual.library.send('get-remote-files');
  if (!Array.isArray(listed)) throw new CodedError('network-failure');
  return Promise.all(
    listed
      .filter(({ deleted, groupId }) => !deleted && groupId)
      .map(async ({ fileId, groupId, name, encryptKeyId }) => ({
        fileId,
        syncId: groupId,
        name,
        encrypted: Boolean(encryptKeyId),
        keyFits: encryptKeyId ? await keyFits(actual, fileId) : null,
      })),
  );
}

async function keyFits({ library, access }: SignedIn, cloudFileId: string): Promise<boolean | null> {
  if (access.encryptionPassword === null) return null;
  const { error } = await library.send('key-test', { cloudFileId, password: access.encryptionPassword });
  if (error?.reason === 'network') throw new CodedError('network-failure');
  return !error;
}

/** All budgets with their accounts; the process opens one after another. */
export async function survey(actual: SignedIn): Promise<SurveyedFile[]> {
  const surveyed: SurveyedFile[] = [];
  for (const file of await files(actual)) surveyed.push({ file, opened: await opened(actual, file) });
  return surveyed;
}

async function opened(actual: SignedIn, file: ActualFile): Promise<OpenedBudget | null> {
  if (file.encrypted && file.keyFits !== true) return null;
  await download(actual, file);
  return look(actual);
}

/** Downloads the budget and opens it. */
export async function open(actual: SignedIn, fileId: string): Promise<void> {
  const file = (await files(actual)).find((one) => one.fileId === fileId);
  if (!file) throw new CodedError('budget-not-found');
  await download(actual, file);
}

async function download({ api, access }: SignedIn, { syncId }: ActualFile): Promise<void> {
  await api.downloadBudget(syncId, { password: access.encryptionPassword ?? undefined });
}

async function look({ api }: SignedIn): Promise<OpenedBudget> {
  const { defaultCurrencyCode: currency } = await api.getPreferences();
  const accounts = await Promise.all(
    (await api.getAccounts()).map(async ({ id, name, offbudget, closed }) => ({
      id,
      name,
      onBudget: !offbudget,
      closed: closed === true,
      balance: await api.getAccountBalance(id),
    })),
  );
  return { currency: currency || null, accounts, categories: await categoriesOf(api) };
}

async function categoriesOf(api: ActualApi): Promise<ActualCategory[]> {
  const groups = await api.getCategoryGroups();
  return groups.flatMap((group) =>
    (group.categories ?? []).map(({ id, name, hidden }) => ({
      id,
      name,
      group: group.name,
      hidden: hidden === true || group.hidden === true,
    })),
  );
}
