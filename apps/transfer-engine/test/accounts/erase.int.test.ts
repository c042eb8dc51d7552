import { AccountDeletedV1, UndoTransfers, UserDeletedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { ACCOUNT_ID, shaped, TransferEngineFixture, USER } from '../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeEach(async () => {
  fixture = await TransferEngineFixture.start();
});
afterEach(() => fixture.close());

const contents = () =>
  fixture.database.query<{ state: string }>('select state from transfers where content is not null');

it('waiting transfers of a deleted account are erased; rows that the user undid before are still removed', async () => {
  const { link } = await fixture.linked();
  await fixture.shape([shaped(1, [link.id])]);
  await fixture.idle();
  await fixture.restart({ lingerMs: 600_000 });
  await fixture.shape([shaped(2, [link.id])]);
  await fixture.send(UndoTransfers, { transferLogIds: [fixture.logged()[0]?.attempt?.id ?? 0] });
  await fixture.publish(AccountDeletedV1, ACCOUNT_ID, { id: ACCOUNT_ID, version: 2, userId: USER.userId });
  expect(await contents()).toEqual([]);
  await fixture.restart({ lingerMs: 20 });
  await fixture.idle();
  expect((await fixture.ledger()).map((row) => row.deleted)).toEqual([true]);
  expect(await fixture.states()).toMatchObject([{ state: 'DELETED' }, { state: 'SKIPPED' }]);
});

it('a deleted user leaves no data behind, and later events of theirs are ignored', async () => {
  const { link } = await fixture.linked();
  await fixture.shape([shaped(1, [link.id])]);
  await fixture.idle();
  await fixture.publish(UserDeletedV1, USER.userId, { ...UserDeletedV1.sample, userId: USER.userId });
  await fixture.account(ACCOUNT_ID, USER.userId, 9);
  await fixture.shape([shaped(2, [link.id])]);
  await eventually(async () =>
    expect(await fixture.database.query('select erased_at is null as open from erased_users')).toEqual([
      { open: false },
    ]),
  );
  for (const table of [
    'transfers',
    'transfer_logs',
    'transfer_links',
    'destination_connections',
    'destination_units',
    'destination_targets',
    'destination_requests',
    'accounts',
  ]) {
    expect([table, await fixture.database.query(`select 1 from ${table}`)]).toEqual([table, []]);
  }
});
