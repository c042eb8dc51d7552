import { ServiceName, SERVICES } from '@tributary/contracts';
import { CommandLine } from '../command-line';
import { serviceNamed } from '../operator.config';

/** A service's reply. */
interface Outcome {
  readonly key: string;
  readonly sealed_again: number;
  /** Values under another key that expire by themselves. */
  readonly passing: number;
  readonly until: string | null;
}

export function reEncryptCommand({ program, out, administer }: CommandLine): void {
  program
    .command('re-encrypt')
    .description('encrypt everything with the current key, and say when to remove the old one')
    .argument('[service]', 'of one service only', serviceNamed)
    .action((service?: ServiceName) =>
      administer(async (administration) => {
        const services = service === undefined ? SERVICES : [service];
        const outcomes: Outcome[] = [];
        for (const name of services) {
          const started = await administration.request(name, 're-encrypt', {});
          const outcome = JSON.parse(started.outcome) as Outcome;
          outcomes.push(outcome);
          out(lineOf(name, outcome));
        }
        if (service === undefined) out(verdict(outcomes));
      }),
    );
}

function lineOf(service: ServiceName, { key, sealed_again: again, passing }: Outcome): string {
  const left = passing === 0 ? 'none names another key' : `${passing} that end by themselves name another`;
  return `${service}: ${again} values sealed again with key ${key}, ${left}`;
}

function verdict(outcomes: readonly Outcome[]): string {
  const ends = outcomes.flatMap(({ until }) => (until === null ? [] : [until])).sort();
  const last = ends.at(-1);
  return last === undefined ? 'old keys may go' : `old keys may go after ${last}`;
}
