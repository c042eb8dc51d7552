import { describeKafka } from '@tributary/testing';
import { AttackedSystem, Shape, SHAPES } from './attacked-system';
import { ATTACKS } from './attacks';

jest.setTimeout(300_000);

/** Without Kafka there is no other shape to attack: then it is reported as skipped. */
const describeShape = (shape: Shape) => (shape === 'five on Kafka' ? describeKafka : describe);

for (const shape of SHAPES) {
  describeShape(shape)(`attacks on ${shape}`, () => {
    let system: AttackedSystem;
    beforeAll(async () => {
      system = await AttackedSystem.start(shape);
    });
    afterAll(() => system?.stop());

    for (const { title, attack } of ATTACKS) describe(title, () => attack(() => system));
  });
}
