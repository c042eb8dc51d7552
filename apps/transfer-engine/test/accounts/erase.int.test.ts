import { AccountDeletedV1, UndoTransfers, UserDeletedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
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

const contents = () =>
  user.database.query<{ state: string }>(
    'select state from transfers where user_id = $1 and content is not null',
    [user.id],
  );

it('waiting transfers of a deleted account are erased; rows that the user undid before are still removed', async () => {
  const { link } = await user.linked();
  await user.shape([shaped(1, [link.id])]);
  await user.idle();
  await user.holdSending();
  await user.shape([shaped(2, [link.id])]);
  await user.send(UndoTransfers, { transferLogIds: [user.logged()[0]?.attempt?.id ?? 0] });
  const { accountId: id } = user;
  await service.publish(AccountDeletedV1, id, { id, version: 2, userId: user.id });
  expect(await contents()).toEqual([]);
  await user.letSend();
  await user.idle();
  expect((await user.ledger()).map((row) => row.deleted)).toEqual([true]);
  expect(await user.states()).toMatchObject([{ state: 'DELETED' }, { state: 'SKIPPED' }]);
});

it('a deleted user leaves no data behind, and later events of theirs are ignored', async () => {
  const { link, connectionId } = await user.linked();
  await user.shape([shaped(1, [link.id])]);
  await user.idle();
  const [transfer] = await user.database.query<{ id: number }>(
    'select id from transfers where user_id = $1',
    [user.id],
  );
  const ofUser = `user_id = ${user.id}`;
  const theirs: Readonly<Record<string, string>> = {
    transfers: ofUser,
    transfer_logs: `transfer_id = ${transfer?.id}`,
    transfer_links: ofUser,
    destination_connections: ofUser,
    destination_units: ofUser,
    destination_targets: ofUser,
    destination_requests: `connection_id = ${connectionId}`,
    accounts: ofUser,
  };
  const left = (table: string) => user.database.query(`select 1 from ${table} where ${theirs[table]}`);
  for (const table of Object.keys(theirs)) expect([table, await left(table)]).not.toEqual([table, []]);
  await service.publish(UserDeletedV1, user.id, { ...UserDeletedV1.sample, userId: user.id });
  await user.account(user.accountId, 9);
  await user.shape([shaped(2, [link.id])]);
  await eventually(async () =>
    expect(
      await user.database.query('select erased_at is null as open from erased_users where user_id = $1', [
        user.id,
      ]),
    ).toEqual([{ open: false }]),
  );
  for (const table of Object.keys(theirs)) expect([table, await left(table)]).toEqual([table, []]);
});
