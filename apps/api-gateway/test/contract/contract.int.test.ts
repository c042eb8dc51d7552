import { workspaceRoot } from '@tributary/testing';
import path from 'node:path';
import { accessStatements } from './access.statements';
import { changeStatements } from './changes.statements';
import { fieldStatements } from './fields.statements';
import { listStatements } from './lists.statements';
import { report } from './statements';
import { transactionStatements } from './transactions.statements';
import { startWorld, World } from './world';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  process.stderr.write(`${report(path.join(workspaceRoot(), '.data'))}\n`);
  await world.gateway.close();
});

const current = (): World => world;

describe('fields', () => fieldStatements(current));
describe('transactions', () => transactionStatements(current));
describe('lists', () => listStatements(current));
describe('changes', () => changeStatements(current));
describe('access', () => accessStatements(current));
