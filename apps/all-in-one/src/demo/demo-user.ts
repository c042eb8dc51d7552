import {
  createConsoleLink,
  createUser,
  issuePersonalToken,
  openAccessDatabase,
} from '@tributary/api-gateway';
import type { DataDir } from '../data-dir';

export interface DemoUser {
  readonly userId: number;
  readonly token: string;
}

/** Creates the demo's user (plan PRO, administrator) and an unrestricted token; later starts return the same. */
export async function ensureDemoUser(dataDir: DataDir, gatewayDatabaseUrl: string): Promise<DemoUser> {
  const database = await openAccessDatabase(gatewayDatabaseUrl);
  try {
    const user = await createUser(database, {
      email: 'demo@tributary.localhost',
      name: 'Demo',
      plan: 'PRO',
      role: 'ADMIN',
    });
    const state = dataDir.demoState();
    if (state.token) return { userId: user.id, token: state.token };
    const { token } = await issuePersonalToken(database, { userId: user.id, name: 'Demo' });
    dataDir.saveDemoState({ ...state, token });
    return { userId: user.id, token };
  } finally {
    await database.close();
  }
}

/** Returns the path of a link that signs the demo's user in to the console. */
export async function demoConsolePath(gatewayDatabaseUrl: string, userId: number): Promise<string> {
  const database = await openAccessDatabase(gatewayDatabaseUrl);
  try {
    return await createConsoleLink(database, userId);
  } finally {
    await database.close();
  }
}
