import { CommandLine } from '../command-line';
import { checkConsistency } from './check-consistency';

export function checkCommand({ program, out, notWell, withDatabase }: CommandLine): void {
  program
    .command('check')
    .description('compare the five schemas and print differences that stay; exit code 1 if there are any')
    .option('--settle-seconds <n>', 'how long a difference may last while messages are under way', '5')
    .action(({ settleSeconds }: { settleSeconds: string }) =>
      withDatabase(async (pool) => {
        const settleMs = Number(settleSeconds) * 1000;
        const findings = await checkConsistency(pool, { settleMs, say: out });
        for (const finding of findings) out(JSON.stringify(finding));
        if (findings.length > 0) notWell();
      }),
    );
}
