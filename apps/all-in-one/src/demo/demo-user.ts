import { createUser, issuePersonalToken, openAccessDatabase } from '@tributary/api-gateway';
import type { DataDir } from '../data-dir';

export interface DemoUser {
  readonly userId: number;
  readonly token: string;
}

/** The demo's user (plan PRO) and an unrestricted token; the same ones at every start. */
export async function ensureDemoUser(dataDir: DataDir, gatewayDatabaseUrl: string): Promise<DemoUser> {
  const database = await openAccessDatabase(gatewayDatabaseUrl);
  try {
    const user = await createUser(database, { email: 'demo@tributary.localhost', name: 'Demo', plan: 'PRO' });
    const state = dataDir.demoState();
    if (state.token) return { userId: user.id, token: state.token };
    const { token } = await issuePersonalToken(database, { userId: user.id, name: 'Demo' });
    dataDir.saveDemoState({ ...state, token });
    return { userId: user.id, token };
  } finally {
    await database.close();
  }
}
