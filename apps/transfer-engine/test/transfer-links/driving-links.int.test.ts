import { ADMINISTRATION_COMMANDS, Caller, COMMANDS, KeepPausedInTransferEngine } from '@tributary/contracts';
import { TestUser } from '../test-user.fixture';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const WRITING = ['transfer-links:write', 'destinations:write'];
const app = (...scopes: string[]): Caller => ({
  ...user.caller,
  scopes: [...WRITING, ...scopes],
  grant: { id: 'app:1', version: 1, expiresAt: null },
});
const missing = (...scopes: string[]) => ({ detail: { kind: 'forbidden', scopes } });
const READING = ['accounts:read', 'transactions:read', 'sensitive:read'];

/** What they do is for whoever has the route's scope: nothing is carried because of it. */
const ENDING = ['delete-transfer-links', 'delete-destination'];
/** It depends on what changes: see `connection-settings`. */
const CHANGING = ['update-destination'];
/** No thing of the user's is named, or by its owner alone; or what is made is checked by itself. */
const NAMING_NOTHING = [
  'create-transfer-links',
  'complete-destination-authorization',
  'keep-paused',
  'show-user-erasure',
  'read-user-data',
];
/** Administrators send them in person, and see nothing of a user's. */
const ADMINISTERING = Object.values(ADMINISTRATION_COMMANDS['transfer-engine']).map(({ name }) => name);

it('every command that names a link, transfers or a connection requires reading the data, or ends something', async () => {
  const { link, connectionId } = await user.linked();
  await user.shape([shaped(1, [link.id])]);
  await user.idle();
  const transferLogIds = [user.logged().at(-1)?.attempt?.id ?? 0];
  const { token: accessToken } = user.atBudgeta;
  const ofConnection = { destinationType: 'BUDGETA', connectionId };
  const address = 'https://client.example/done';
  const payloads: Readonly<Record<string, object>> = {
    'update-transfer-links': {
      changes: [{ transfer_link_id: link.id, on_booked_change: { update_payee: false } }],
      mode: 'all_or_none',
    },
    'retry-transfer-link': { transferLinkId: link.id },
    'check-transfer-link': { transferLinkId: link.id },
    'retry-transfers': { transferLogIds },
    'undo-transfers': { transferLogIds },
    'connect-destination': { credentials: { type: 'BUDGETA', accessToken } },
    'refresh-destination': ofConnection,
    'start-destination-authorization': { ...ofConnection, redirectUrl: address, callbackUrl: address },
  };
  const ours = COMMANDS.filter(({ service }) => service === 'transfer-engine');
  expect(ours.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(payloads), ...ENDING, ...CHANGING, ...NAMING_NOTHING, ...ADMINISTERING].sort(),
  );
  for (const command of ours) {
    const payload = payloads[command.name];
    if (!payload) continue;
    const asked = (caller: Caller) =>
      user.send(command, payload, caller).then(
        () => 'was done',
        ({ detail }: { detail: object }) => ({ detail }),
      );
    expect([command.name, await asked(app())]).toEqual([command.name, missing(...READING)]);
    const elsewhere = { ...app(...READING), accountIds: [user.accountId + 1] };
    const ofAnother = await asked(elsewhere);
    // Each log has a result of its own.
    if (!command.name.endsWith('-transfers')) {
      expect([command.name, ofAnother]).toEqual([command.name, { detail: { kind: 'not_found' } }]);
    }
  }
  expect(await user.states()).toMatchObject([{ state: 'TRANSFERRED' }]);
});

it('a caller who may delete links can delete a connection together with them', async () => {
  const { link, connectionId } = await user.linked({ active: false });
  const deletion = COMMANDS.find(({ name }) => name === 'delete-destination');
  if (!deletion) throw new Error('there is no such command');
  const payload = { destinationType: 'BUDGETA', connectionId };
  const destinations = { ...app(), scopes: ['destinations:write'] };
  await expect(user.send(deletion, payload, destinations)).rejects.toMatchObject(
    missing('transfer-links:write'),
  );
  expect(await user.send(deletion, payload, app())).toMatchObject({ links: [{ id: link.id }] });
});

it('a paused connection resumes for its owner only, not for an app with its own credentials', async () => {
  const { connectionId } = await user.connect();
  const pause = { reason: 'GRANT_ENDED', since: new Date().toISOString(), by: 'Buddy', wasOn: true };
  await user.database.execute(
    'update destination_connections set paused = $2, enabled = false where id = $1',
    [connectionId, JSON.stringify(pause)],
  );
  await expect(user.connect(app(...READING))).rejects.toMatchObject({ detail: { kind: 'conflict' } });
  await user.send(KeepPausedInTransferEngine, { kind: 'destination-connection', id: connectionId });
  expect(await user.connect(app(...READING))).toMatchObject({ connectionId });
});

describe('a link for balances', () => {
  const balances = async (author: Caller, syncMode: 'BALANCE' | 'TRANSACTIONS' = 'BALANCE') => {
    await user.account();
    const { budgetAccounts } = await user.connect();
    const link = {
      financial_account_id: user.accountId,
      destination_type: 'BUDGETA' as const,
      destination_id: budgetAccounts[0]?.id ?? 0,
      transfer_start_date: null,
      active: true,
      sync_mode: syncMode,
      on_booked_change: {},
    };
    const { id } = await user.createLink(link, author);
    return id;
  };

  it('is created with accounts:read alone, and needs transactions:read to carry transactions', async () => {
    await expect(balances(app('accounts:read'), 'TRANSACTIONS')).rejects.toMatchObject(
      missing('transactions:read'),
    );
    const transferLinkId = await balances(app('accounts:read'));
    const wider = { transfer_link_id: transferLinkId, sync_mode: 'TRANSACTIONS' as const };
    await expect(user.changeLink(wider, app('accounts:read'))).rejects.toMatchObject(
      missing('transactions:read'),
    );
  });

  it('carries transactions for no one, not even its owner, while its author may not read them', async () => {
    const transferLinkId = await balances(app('accounts:read'));
    for (const caller of [user.caller, app(...READING)]) {
      const wider = { transfer_link_id: transferLinkId, sync_mode: 'TRANSACTIONS' as const };
      await expect(user.changeLink(wider, caller)).rejects.toMatchObject({
        detail: { kind: 'conflict' },
      });
    }
    await user.changeLink({ transfer_link_id: transferLinkId, active: false });
    await user.changeLink({ transfer_link_id: transferLinkId, active: true });
  });
});
