import { shareOf } from '@tributary/testing';
import { describeBooking } from './booking.conformance';
import { describeCarrying } from './carrying.conformance';
import { ConformanceBench } from './conformance-bench';
import { ConformanceSubject } from './conformance-subject';
import { describeConnecting } from './connecting.conformance';
import { describeFailures } from './failures.conformance';
import { describeKilled } from './killed.conformance';
import { describeTakingBack } from './taking-back.conformance';
import { describeTheUser } from './the-user.conformance';

/**
 * What every destination promises, whatever it speaks: the whole service on one side, the destination's sandbox or real
 * server on the other, and a look at what is really there.
 *
 * To join, a destination needs `<name>.conformance.int.test.ts` beside it, which describes the two as a
 * ConformanceSubject and calls `describeDestination(subject)`.
 */
export function describeDestination(subject: ConformanceSubject): void {
  describe(`${[subject.type, subject.by].filter(Boolean).join(' by ')} conforms`, () => {
    let bench: ConformanceBench;
    beforeAll(async () => {
      bench = await ConformanceBench.start(subject);
    }, START_MS_MAX);
    beforeEach(() => bench.begin());
    afterEach(() => bench.calm());
    afterAll(() => bench.close());

    for (const describePart of shareOf(PARTS, subject.partsByDefault ?? PARTS.length))
      describePart(subject, () => bench);
  });
}

/** In this order: by the end of the last the place is gone. */
const PARTS = [
  describeConnecting,
  describeCarrying,
  describeBooking,
  (_: ConformanceSubject, bench: () => ConformanceBench) => describeTakingBack(bench),
  describeFailures,
  describeKilled,
  describeTheUser,
];

/** A real server may have to be started first. */
const START_MS_MAX = 60_000;
