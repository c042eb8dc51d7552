import { CommandLine } from '../command-line';
import { serviceNamed } from '../operator.config';
import { RequestFailed } from '../requests/request-service';
import { dropDeadLetter, findDeadLetter, listDeadLetters } from './dead-letters';

export function deadLetterCommands({ program, out, notWell, withContext }: CommandLine): void {
  const letters = program.command('dead-letters').description('messages that consumers could not process');
  letters
    .command('list')
    .description('messages that consumers could not process, without their content')
    .argument('[service]', 'of one service only')
    .action((service?: string) =>
      withContext(async ({ pool }) => {
        const lines = await listDeadLetters(pool, service === undefined ? undefined : serviceNamed(service));
        for (const line of lines) out(JSON.stringify(line));
        if (lines.length === 0) out('no dead letters');
      }),
    );
  letters
    .command('show')
    .description('one dead letter with its content, which contains personal data')
    .argument('<service>')
    .argument('<id>')
    .action((service: string, id: string) =>
      withContext(async ({ pool }) => {
        const letter = await findDeadLetter(pool, serviceNamed(service), Number(id));
        if (!letter) throw new RequestFailed(`${service} has no dead letter ${id}`);
        out(JSON.stringify(letter, null, 2));
      }),
    );
  letters
    .command('replay')
    .description(
      'make the running service process them again; one that fails again stays, with the new reason',
    )
    .argument('<service>')
    .argument('[ids...]', 'all that wait where none is given')
    .action((service: string, ids: string[]) =>
      withContext(async ({ pool, request }) => {
        const name = serviceNamed(service);
        const waiting = (await listDeadLetters(pool, name)).map(({ id }) => Number(id));
        const chosen = ids.length === 0 ? waiting : ids.map(Number);
        const unknown = chosen.find((id) => !waiting.includes(id));
        if (unknown !== undefined)
          throw new RequestFailed(`${service} has no dead letter ${unknown} that waits`);
        if (chosen.length === 0) return out('no dead letters');
        const reply = await request({
          service: name,
          kind: 'replay-dead-letters',
          parameters: { ids: chosen },
        });
        out(reply);
        if (!reply.endsWith(', 0 failed again')) notWell();
      }),
    );
  letters
    .command('drop')
    .description('delete one for good')
    .argument('<service>')
    .argument('<id>')
    .action((service: string, id: string) =>
      withContext(async ({ pool }) => {
        const isDropped = await dropDeadLetter(pool, serviceNamed(service), Number(id));
        if (!isDropped) throw new RequestFailed(`${service} has no dead letter ${id} that waits`);
        out(`dropped ${id}`);
      }),
    );
}
