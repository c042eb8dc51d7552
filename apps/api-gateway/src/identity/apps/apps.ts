import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent, SecurityEvent, SecurityEventKind } from '../audit/security-events';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import {
  deleteAppRow,
  insertApp,
  readApp,
  readApps,
  updateApp,
  updateAppSecret,
} from '../authorizations/oauth-apps.store';
import { lockUserForCounts } from '../users/users.store';
import { AppSettings, checkAppSettings } from './app-settings';
import { revokeGrantsOfApp } from './grants';

export interface NewApp extends AppSettings {
  readonly confidential: boolean;
  readonly managesUsers: boolean;
}

/** The user who changes apps, and the origin of the request. */
export interface AppOwner {
  readonly userId: number;
  readonly address?: string | null;
  /** Further members of the details of events. */
  readonly details?: SecurityEvent['details'];
}

export interface RegisteredApp {
  readonly id: number;
  readonly clientId: string;
  /** The new secret, which is not stored; null if the app has no secret. */
  readonly secret: string | null;
}

/** Registers an app. @throws Problem (invalid) */
export async function registerApp(
  tx: Tx,
  owner: AppOwner,
  wanted: NewApp,
  appsMax: number,
): Promise<RegisteredApp> {
  checkAppSettings(wanted);
  if (wanted.managesUsers && !wanted.confidential) {
    throw Problem.invalid({ manages_users: ['An app that manages users needs a secret.'] });
  }
  const secret = wanted.confidential ? newTokenText(TOKEN_PREFIXES.clientSecret) : null;
  const clientId = randomUUID();
  await requireRoom(tx, owner.userId, appsMax);
  const app = {
    ...wanted,
    clientId,
    userId: owner.userId,
    secretHash: secret === null ? null : tokenHash(secret),
  };
  const id = (await insertApp(tx, app)) ?? 0;
  await note(tx, owner, 'APP_CREATED', id);
  return { id, clientId, secret };
}

/**
 * Checks the limit under a lock, so that two simultaneous requests cannot both use the last free slot. @throws Problem
 * (invalid)
 */
async function requireRoom(tx: Tx, userId: number, max: number): Promise<void> {
  await lockUserForCounts(tx, userId);
  if ((await readApps(tx, userId)).length < max) return;
  throw Problem.invalid({ name: [`You have ${max} apps, as many as you may. Delete one first.`] });
}

/** @throws Problem (invalid; not_found) */
export async function changeApp(
  database: Database,
  owner: AppOwner,
  id: number,
  wanted: AppSettings,
): Promise<void> {
  checkAppSettings(wanted);
  await database.transaction(async (tx) => {
    if (!(await updateApp(tx, id, owner.userId, wanted))) throw Problem.notFound();
    await note(tx, owner, 'APP_CHANGED', id);
  });
}

/**
 * Replaces the secret of an app; the former one ends immediately. @returns the new one; it is not stored @throws
 * Problem (not_found)
 */
export async function rotateAppSecret(database: Database, owner: AppOwner, id: number): Promise<string> {
  const secret = newTokenText(TOKEN_PREFIXES.clientSecret);
  await database.transaction(async (tx) => {
    if (!(await updateAppSecret(tx, id, owner.userId, tokenHash(secret)))) throw Problem.notFound();
    await note(tx, owner, 'APP_SECRET_ROTATED', id);
  });
  return secret;
}

/** Deletes the app, with all its grants and managed users. @throws Problem (not_found) */
export async function deleteApp(database: Database, owner: AppOwner, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await readApp(tx, owner.userId, id))) throw Problem.notFound();
    await revokeGrantsOfApp(tx, id);
    await note(tx, owner, 'APP_DELETED', id);
    await deleteAppRow(tx, id);
  });
  recentAccess(database).forget();
}

async function note(
  tx: Tx,
  { userId, address, details }: AppOwner,
  kind: SecurityEventKind,
  appId: number,
): Promise<void> {
  await recordSecurityEvent(tx, { userId, kind, address, details: { app_id: appId, ...details } });
}
