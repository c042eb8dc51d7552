import type { FaultRounds } from './rounds';
import type { SystemUnderFault } from './system-under-fault';
import { GROUPS } from './unrest';

/** All that a message can lead to; none of it may grow when every message comes again. */
const EFFECTS = {
  transfers: 'select count(*) from transfer_engine.transfers',
  'transfer attempts': 'select count(*) from transfer_engine.transfer_logs',
  links: 'select count(*) from transfer_engine.transfer_links',
  deliveries: 'select count(*) from webhook_dispatcher.deliveries',
  'delivery attempts': 'select count(*) from webhook_dispatcher.delivery_attempts',
  'rule logs': 'select count(*) from rule_engine.rule_logs',
  rules: 'select count(*) from rule_engine.rules',
  'sum of shaped versions': 'select sum(shaped_version) as count from api_gateway.transactions',
  'dead letters':
    'select (select count(*) from rule_engine.dead_letters) + (select count(*) from transfer_engine.dead_letters)' +
    ' + (select count(*) from webhook_dispatcher.dead_letters) + (select count(*) from api_gateway.dead_letters) as count',
};

/** Fault 5: every message of every topic, commands too, is delivered again. */
export function everythingReplayed(rounds: FaultRounds): void {
  it('every message delivered again has no effect twice', async () => {
    const { under } = rounds;
    await under.settle();
    const before = await effects(under);
    const listed = await under.listing();
    await rounds.play('all offsets set back to the beginning', async () => {
      await Promise.all(under.services.map((service) => service.stop()));
      await under.groups.rewind(GROUPS);
      const began = Date.now();
      await Promise.all(under.services.map((service) => service.start()));
      const { left } = await under.settle();
      expect(left).toEqual([]);
      return { replayedS: (Date.now() - began) / 1000 };
    });
    expect(await effects(under)).toEqual(before);
    expect(await under.listing()).toEqual(listed);
  });
}

async function effects({ postgres }: SystemUnderFault): Promise<Record<string, number>> {
  const counts = Object.entries(EFFECTS).map(
    async ([what, sql]) => [what, await postgres.count(sql)] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}
