import { fieldStatements } from './fields.statements';
import { report } from './statements';
import { startWorld, World } from './world';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  console.info(report());
  await world.gateway.stop();
});

const current = (): World => world;

describe('fields', () => fieldStatements(current));
