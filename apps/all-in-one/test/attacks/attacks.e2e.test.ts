import { describeKafka, SHARE_SEED, shareOf } from '@tributary/testing';
import { AttackedSystem, Shape, SHAPES } from './attacked-system';
import { ATTACKS } from './attacks';

jest.setTimeout(300_000);

/** Without Kafka the shape `five on Kafka` is reported as skipped. */
const describeShape = (shape: Shape) => (shape === 'five on Kafka' ? describeKafka : describe);

/** On Kafka, which is slower, fewer attacks are played. */
const attacksOn = (shape: Shape) => shareOf(ATTACKS, shape === 'five on Kafka' ? 2 : 6);

for (const shape of SHAPES) {
  describeShape(shape)(`attacks on ${shape} (SHARE_SEED=${SHARE_SEED})`, () => {
    let system: AttackedSystem;
    beforeAll(async () => {
      system = await AttackedSystem.start(shape);
    });
    afterAll(() => system?.stop());

    for (const { title, attack } of attacksOn(shape)) describe(title, () => attack(() => system));
  });
}
