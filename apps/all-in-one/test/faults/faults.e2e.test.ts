import { describeKafka, SHARE_SEED, shareOf } from '@tributary/testing';
import { readFaultSettings } from './fault-settings';
import { brokerAway } from './broker.faults';
import { changesCutOff } from './changes.faults';
import { clocksApart } from './clocks.faults';
import { diskFull } from './disk-full.faults';
import { killedServices } from './killed-services.faults';
import { killedTogether } from './killed-together.faults';
import { sleepers } from './sleepers.faults';
import { poisonBetween } from './poison.faults';
import { postgresCrashed } from './postgres.faults';
import { queryModelRebuilt } from './query-model.faults';
import { everythingReplayed } from './replay.faults';
import { releasesSideBySide } from './releases.faults';
import { FaultRounds } from './rounds';

const settings = readFaultSettings();
const HOUR_MS = 3_600_000;
jest.setTimeout(settings.full ? HOUR_MS : 600_000);

const FAULTS = [
  killedServices,
  killedTogether,
  changesCutOff,
  brokerAway,
  postgresCrashed,
  poisonBetween,
  sleepers,
  clocksApart,
  queryModelRebuilt,
  everythingReplayed,
];

/** All faults share one system, because starting it takes longer than most of them. */
describeKafka(
  `nothing is lost and nothing happens twice (FAULT_SEED=${settings.seed} SHARE_SEED=${SHARE_SEED})`,
  () => {
    const rounds = new FaultRounds(settings);

    beforeAll(() => rounds.open());
    afterAll(() => rounds.close());

    for (const play of shareOf(FAULTS, 2)) play(rounds);
    // These run only on request, or if the machine allows them.
    diskFull(rounds);
    releasesSideBySide(rounds);
  },
);
