import { describeKafka, SHARE_SEED, shareOf } from '@tributary/testing';
import { AttackedSystem, Shape, SHAPES } from './attacked-system';
import { ATTACKS } from './attacks';

jest.setTimeout(300_000);

/** Without Kafka the second shape is reported as skipped. */
const describeShape = (shape: Shape) => (shape === 'five on Kafka' ? describeKafka : describe);

/** All attacks in one process; on Kafka, which is slower, a share. */
const attacksOn = (shape: Shape) => (shape === 'five on Kafka' ? shareOf(ATTACKS, 3) : ATTACKS);

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
