import { dataOf } from '@tributary/client';
import type { ServiceName } from '@tributary/contracts';
import type { FaultPoint } from '@tributary/messaging';
import { randomUUID } from 'node:crypto';
import { GatewayApi } from './changes-over-rest';
import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';

/** After the effects of a change are saved, and before its client knows. */
const DEATHS: readonly (readonly [ServiceName, FaultPoint])[] = [
  ['rule-engine', 'command.committed'],
  ['api-gateway', 'reply.received'],
];

/** Shortens the time for which the key of a request belongs to a gateway that died. */
const SHORT_CLAIMS = { REQUEST_TIMEOUT_MS: '6000' };

/** A process dies amid a change over REST; the client repeats the request with its `Idempotency-Key`. */
export function changesCutOff(rounds: FaultRounds): void {
  it.each(DEATHS)(
    'a change during which %s dies is made once, and the repeated request gets its result',
    async (service, point) => {
      for (let round = rounds.count(1, 5); round > 0; round -= 1) {
        await rounds.play(`kill -9 of ${service} in a change, ${point}`, () =>
          changeDespite(rounds.under, service, point),
        );
      }
    },
  );
}

async function changeDespite(
  under: SystemUnderFault,
  name: ServiceName,
  point: FaultPoint,
): Promise<Record<string, number>> {
  const service = under.service(name);
  await service.stop();
  await service.start({ point, nth: 1 }, SHORT_CLAIMS);
  const [rule, key] = [`a rule ${randomUUID()}`, randomUUID()];
  const api = new GatewayApi(under.apiUrl, under.token);
  const cutOff = api.createRule(rule, key).catch(() => null); // the gateway may die, and its connection with it
  await service.whenDead();
  await service.start(undefined, SHORT_CLAIMS);
  const began = Date.now();
  const first = await cutOff;
  const id = await api.createRule(rule, key);
  const repeatedS = (Date.now() - began) / 1000;
  const { data: rules } = await dataOf(
    under.rest.GET('/rules', { params: { query: { 'page[size]': 100 } } }),
  );
  expect(rules.filter(({ name: made }) => made === rule).map((made) => made.id)).toEqual([id]);
  expect([null, id]).toContain(first);
  await service.stop();
  await service.start();
  return { repeatedS };
}
