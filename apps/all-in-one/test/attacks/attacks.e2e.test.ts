import { describeKafka, SHARE_SEED, shareOf } from '@tributary/testing';
import { AttackedSystem, Shape, SHAPES } from './attacked-system';
import { ATTACKS } from './attacks';

jest.setTimeout(300_000);

/** Without Kafka there is no other shape to attack: then it is reported as skipped. */
const describeShape = (shape: Shape) => (shape === 'five on Kafka' ? describeKafka : describe);

/** All of them in one process; on Kafka, where everything takes longer, a share. */
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
