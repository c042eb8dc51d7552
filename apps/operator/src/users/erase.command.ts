import { CommandLine } from '../command-line';
import { RequestFailed } from '../requests/request-service';
import { beginErasure, Doomed, erasedUserNamed, followErasure, readDoomed } from './erasure';
import { userNamed } from './users';

interface Wanted {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
}

/** `tributary users erase …`: requires `--yes`, because it cannot be undone. */
export function eraseCommand({ out, withContext }: CommandLine, users: CommandLine['program']): void {
  users
    .command('erase')
    .description('delete a user and all their data in the five services for good, and show the progress')
    .argument('<user>', 'id or e-mail address')
    .option('--yes', 'without it nothing is erased', false)
    .option('--dry-run', 'only list what would be erased', false)
    .option('--no-wait', 'only begin')
    .action((word: string, { yes, dryRun, wait }: Wanted) =>
      withContext(async (context) => {
        const { pool } = context;
        const begunBefore = await erasedUserNamed(pool, word);
        const userId = begunBefore ?? (await userNamed(pool, word));
        const doomed = await readDoomed(pool, userId);
        if (doomed) out(JSON.stringify(doomed));
        else if (begunBefore !== null) out(`user ${userId} is deleted, and the erasure has begun`);
        if (dryRun) return;
        if (doomed && !yes) throw new RequestFailed(refusal(doomed));
        if (doomed) out(await beginErasure(context, userId));
        if (wait) await followErasure(pool, userId, { say: out });
      }),
    );
}

function refusal({ user, managed_users: managed }: Doomed): string {
  const whom = managed === 0 ? `user ${user}` : `user ${user} and ${managed} whom their apps manage`;
  return `nothing was erased: give --yes to erase ${whom} for good`;
}
