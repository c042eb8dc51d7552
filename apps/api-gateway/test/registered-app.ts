import { Database } from '@tributary/persistence';
import * as apps from '../src/identity/apps/apps';

/** An app that its owner has just registered. */
export function registerApp(
  database: Database,
  owner: apps.AppOwner,
  wanted: apps.NewApp,
  appsMax = 100,
): Promise<apps.RegisteredApp> {
  return database.transaction((tx) => apps.registerApp(tx, owner, wanted, appsMax));
}
