import { claimDirectory, EmbeddedPostgresError } from '@tributary/persistence';
import type { DataDir } from '../data-dir';
import type { Cleanup } from '../program';
import { HomeInUse } from './refusals';

/**
 * Claims the data directory, because only one program at a time may use an installation's data.
 * @returns whether the previous program ended in an orderly way
 * @throws HomeInUse
 */
export function claimHome(home: DataDir, cleanup: Cleanup): { readonly wasStopped: boolean } {
  try {
    const { release, wasLeft } = claimDirectory(home.path('tributary'));
    cleanup.push(async () => release());
    return { wasStopped: !wasLeft };
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new HomeInUse(
      `Tributary runs already with the data in ${home.root}. Stop it first, or name another place with TRIBUTARY_HOME.`,
      { cause },
    );
  }
}
