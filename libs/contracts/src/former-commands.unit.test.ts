import {
  AttachRule,
  CreateTransactions,
  CreateTransferLinks,
  DecideSettlement,
  DeleteTransactions,
  DeleteTransferLinks,
  DetachRule,
  UpdateConnection,
  UpdateTransactions,
  UpdateTransferLinks,
} from './commands';
import { COMMANDS } from './catalogue';
import { CommandContract, CommandPayload } from './contract';
import { TransferLinkUpsertedV1 } from './events';
import { asSent, FORMER_COMMANDS } from './former-commands';
import { withFormerNames } from './former-names';

interface Case {
  readonly present: CommandContract;
  readonly payload: unknown;
  /** The name and the text that 0.2 sent; the command's id and hash come from them. */
  readonly name: string;
  readonly text: string;
}

function formerly<C extends CommandContract>(
  present: C,
  payload: CommandPayload<C>,
  name: string,
  text: string,
): Case {
  return { present, payload, name, text };
}

const toAccounts = (...ids: number[]) => ({ rule_id: 5, targets: { kind: 'account' as const, ids } });
const toLinks = (...ids: number[]) => ({ rule_id: 5, targets: { kind: 'link' as const, ids } });
const link = {
  financial_account_id: 1,
  destination_type: 'BUDGETA' as const,
  destination_id: 2,
  transfer_start_date: null,
  active: true,
  sync_mode: 'TRANSACTIONS' as const,
  on_booked_change: {},
};
const linkText =
  '{"financialAccountId":1,"destinationType":"BUDGETA","destinationId":2,"transferStartDate":null,"active":true,' +
  '"syncMode":"TRANSACTIONS","onBookedChange":{}}';
const [allOrNone, each] = ['all_or_none', 'each'] as const;
const pause = { transfer_link_id: 8, active: false };
const added = { financialAccountId: 1, fields: { amount: '-1' } };
const edited = { transactionId: 7, fields: { amount: null } };

const CASES: readonly Case[] = [
  formerly(
    AttachRule,
    { ...toAccounts(1), order: 2 },
    'attach-rule-to-account',
    '{"ruleId":5,"financialAccountId":1,"order":2}',
  ),
  formerly(
    AttachRule,
    { ...toLinks(8), order_list: [5, 6] },
    'attach-rule-to-transfer-link',
    '{"ruleId":5,"transferLinkId":8,"orderList":[5,6]}',
  ),
  formerly(
    AttachRule,
    toAccounts(1, 2),
    'attach-rule-to-accounts',
    '{"ruleId":5,"financialAccountIds":[1,2]}',
  ),
  formerly(
    AttachRule,
    toLinks(8, 9),
    'attach-rule-to-transfer-links',
    '{"ruleId":5,"transferLinkIds":[8,9]}',
  ),
  formerly(DetachRule, toAccounts(1), 'detach-rule-from-accounts', '{"ruleId":5,"financialAccountIds":[1]}'),
  formerly(
    DetachRule,
    toLinks(8, 9),
    'detach-rule-from-transfer-links',
    '{"ruleId":5,"transferLinkIds":[8,9]}',
  ),
  formerly(
    CreateTransferLinks,
    { links: [link], mode: allOrNone },
    'create-transfer-links',
    `{"links":[${linkText}]}`,
  ),
  formerly(
    CreateTransferLinks,
    { links: [link], mode: each },
    'create-each-transfer-link',
    `{"links":[${linkText}]}`,
  ),
  formerly(
    UpdateTransferLinks,
    { changes: [pause], mode: allOrNone },
    'update-transfer-link',
    '{"transferLinkId":8,"active":false}',
  ),
  formerly(
    UpdateTransferLinks,
    { changes: [pause], mode: each },
    'update-each-transfer-link',
    '{"changes":[{"transferLinkId":8,"active":false}]}',
  ),
  formerly(
    DeleteTransferLinks,
    { transfer_link_ids: [8], mode: allOrNone },
    'delete-transfer-link',
    '{"transferLinkId":8}',
  ),
  formerly(
    DeleteTransferLinks,
    { transfer_link_ids: [8], mode: each },
    'delete-each-transfer-link',
    '{"transferLinkIds":[8]}',
  ),
  formerly(
    CreateTransactions,
    { items: [added], mode: allOrNone },
    'create-transaction',
    '{"financialAccountId":1,"fields":{"amount":"-1"}}',
  ),
  formerly(
    CreateTransactions,
    { items: [added], mode: each },
    'create-transactions',
    '{"items":[{"financialAccountId":1,"fields":{"amount":"-1"}}]}',
  ),
  formerly(
    UpdateTransactions,
    { items: [edited], mode: allOrNone },
    'update-transaction',
    '{"transactionId":7,"fields":{"amount":null}}',
  ),
  formerly(
    UpdateTransactions,
    { items: [edited], mode: each },
    'update-transactions',
    '{"items":[{"transactionId":7,"fields":{"amount":null}}]}',
  ),
  formerly(
    DeleteTransactions,
    { items: [{ transactionId: 7 }], mode: allOrNone },
    'delete-transaction',
    '{"transactionId":7}',
  ),
  formerly(
    DeleteTransactions,
    { items: [{ transactionId: 7 }], mode: each },
    'delete-transactions',
    '{"items":[{"transactionId":7}]}',
  ),
  ...(['accept', 'dismiss', 'undo'] as const).map((decision) =>
    formerly(
      DecideSettlement,
      { settlement_id: 31, decision },
      `${decision}-settlement`,
      '{"settlementId":31}',
    ),
  ),
  formerly(UpdateConnection, { connectionId: 3, enabled: true }, 'enable-connection', '{"connectionId":3}'),
  formerly(UpdateConnection, { connectionId: 3, enabled: false }, 'disable-connection', '{"connectionId":3}'),
];

it('every former command is among the cases, and none is declared still', () => {
  const names = FORMER_COMMANDS.map(({ contract }) => contract.name);
  expect(CASES.map(({ name }) => name).sort()).toEqual([...names].sort());
  const present = new Map(COMMANDS.map((contract) => [contract.name, contract]));
  for (const former of FORMER_COMMANDS) {
    expect([undefined, former.present]).toContain(present.get(former.contract.name));
  }
});

describe.each(CASES)('$name', ({ present, payload, name, text }) => {
  const former = FORMER_COMMANDS.find(({ contract }) => contract.name === name)!;

  it('is written as the release before wrote it, to the byte', () => {
    const sent = asSent(present, payload);
    expect(sent.contract.name).toBe(name);
    expect(JSON.stringify(withFormerNames(sent.contract.payload, sent.payload))).toBe(text);
  });

  it('is read as the present command', () => {
    expect(former.read(asSent(present, payload).payload)).toEqual(payload);
  });
});

describe('the reply to a former command about one item', () => {
  const saved = TransferLinkUpsertedV1.sample;
  const outcome = { transferLinkId: saved.id, link: saved, refusal: null };
  const changes = {
    financialAccountId: 1,
    userId: 2,
    upserted: [],
    removed: [{ id: 7, version: 2 }],
    settlements: [],
  };
  const done = { transactionId: 7, error: null, message: 'Done.', errors: {} };

  it.each([
    ['create-transfer-links', { links: [link], mode: allOrNone }, { results: [outcome] }, { links: [saved] }],
    ['update-transfer-link', { changes: [pause], mode: allOrNone }, { results: [outcome] }, saved],
    ['delete-transfer-link', { transfer_link_ids: [8], mode: allOrNone }, { results: [outcome] }, saved],
    [
      'delete-transaction',
      { items: [{ transactionId: 7 }], mode: allOrNone },
      { outcomes: [done], changes: [changes] },
      changes,
    ],
  ])('%s is that of the release before, and is understood', (name, payload, result, reply) => {
    const former = FORMER_COMMANDS.find(({ contract }) => contract.name === name)!;
    expect(former.replied(result)).toEqual(reply);
    expect(asSent(former.present, payload).resultOf(reply)).toEqual(result);
  });
});

it('a command that the release before did not have is sent as it is', () => {
  const two = { changes: [pause, { ...pause, transfer_link_id: 9 }], mode: allOrNone };
  expect(asSent(UpdateTransferLinks, two)).toMatchObject({ contract: UpdateTransferLinks, payload: two });
  expect(asSent(UpdateConnection, { connectionId: 3, name: 'Mine', enabled: true }).contract).toBe(
    UpdateConnection,
  );
});
