import {
  AccountUpsertedV1,
  ApplyRule,
  AttachRule,
  Caller,
  CommandPayload,
  CreateRule,
  DeleteRule,
  DetachRule,
  ownerOf,
  Problem,
  ProblemDetail,
  RuleUpsertedV1,
  SAMPLE_TIME,
  sampleAccount,
  TransferLinkUpsertedV1,
  UpdateRule,
} from '@tributary/contracts';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

const ACCOUNT = 17;
const LINK = 8;
const OWNER: Caller = ownerOf(1);
const STRANGER: Caller = ownerOf(2);

let engine: RuleEngineFixture;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
  await addAccounts([ACCOUNT, 18, 19]);
});
afterAll(() => engine.close());

async function addAccounts(ids: number[]): Promise<void> {
  const account = {
    version: 1,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleAccount,
  };
  await engine.feed(AccountUpsertedV1, ...ids.map((id) => ({ ...account, id })));
}

async function addLink(
  id: number,
  members: { destinationType?: 'BUDGETA' | 'SHEETS' } = {},
): Promise<number> {
  const { sample } = TransferLinkUpsertedV1;
  const document = { ...sample.document, destination_type: members.destinationType ?? 'BUDGETA' };
  await engine.feed(TransferLinkUpsertedV1, { ...sample, id, document });
  return id;
}

async function create(members: Partial<CommandPayload<typeof CreateRule>> = {}): Promise<number> {
  return (await engine.send(CreateRule, newRule(members))).id;
}

const attach = (
  ruleId: number,
  transferLinkId: number,
  more: { order?: number; order_list?: number[] } = {},
) => engine.send(AttachRule, { rule_id: ruleId, targets: onLinks(transferLinkId), ...more });

const onLinks = (...ids: number[]) => ({ kind: 'link', ids }) as const;
const onAccounts = (...ids: number[]) => ({ kind: 'account', ids }) as const;

async function refusal(sent: Promise<unknown>): Promise<ProblemDetail> {
  const outcome: unknown = await sent.catch((error: unknown) => error);
  if (outcome instanceof Problem) return outcome.detail;
  throw new Error('the command was not refused', { cause: outcome });
}

describe('creating a rule', () => {
  it('answers with the whole rule, and publishes the same', async () => {
    const created = await engine.send(
      CreateRule,
      newRule({
        conditions: [
          { transaction_type: 'DEBIT', field_name: 'creditor.name', operator: 'contains', value: 'oy' },
          { transaction_type: 'ANY', field_name: 'amount', operator: 'lt', value: '-5' },
        ],
        actions: [{ action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: '{{ creditor.name }}' }],
      }),
    );
    expect(created).toMatchObject({
      version: 1,
      userId: 1,
      document: {
        type: 'CUSTOM',
        compatible_destinations: ['BUDGETA'],
        output_compatible: false,
        conditions: [{ field_name: 'creditor.name' }, { field_name: 'amount' }],
        actions: [{ order: 1, field_name: 'memo' }],
        transfer_links: [],
        financial_accounts: [],
      },
    });
    const published = await engine.publishedOf(RuleUpsertedV1);
    expect(published.filter(({ id }) => id === created.id)).toEqual([created]);
  });

  it('names every mistake by its path, and stores nothing', async () => {
    const problem = await refusal(
      engine.send(
        CreateRule,
        newRule({
          scope: 'FINANCIAL_ACCOUNT',
          conditions: [
            { transaction_type: 'ANY', field_name: 'creditr.name', operator: 'equals', value: 'x' },
            { transaction_type: 'ANY', field_name: 'amount', operator: 'contains', value: 'x' },
          ],
          actions: [
            { action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'a\n{{ x | shout }}' },
            { action_type: 'SET_FIELD', field_name: 'currency', value: 'EUR' },
            { action_type: 'SET_FIELD', field_name: 'amount', value: '1e3' },
            { action_type: 'SET_BUDGETA_FIELD', field_name: 'colour', value: 'red' },
            { action_type: 'SKIP_TRANSFER', field_name: null, value: null },
          ],
        }),
      ),
    );
    expect(problem).toMatchObject({
      kind: 'invalid',
      errors: {
        'conditions.0.field_name': ['A transaction has no such field.'],
        'conditions.1.operator': [expect.stringContaining('equals, not_equals, gt') as string],
        'actions.0.value': ['The template cannot be read: undefined filter: shout at line 2, column 1.'],
        'actions.1.field_name': ['Rules cannot change this field.'],
        'actions.2.value': [expect.stringContaining('plain decimal') as string],
        'actions.3.field_name': [expect.stringContaining('flag_color') as string],
        'actions.4.action_type': [expect.stringContaining('SET_FIELD') as string],
      },
    });
    expect(await engine.database.query(`select 1 from rules where scope = 'FINANCIAL_ACCOUNT'`)).toEqual([]);
  });
});

describe('attaching a rule to a transfer link', () => {
  it('puts it at the requested position, and answers with the rules that moved', async () => {
    const link = await addLink(LINK);
    const [a, b, c] = [await create(), await create(), await create()];
    await attach(a, link);
    await attach(b, link);
    const { rules } = await attach(c, link, { order: 2 });
    const positions = rules.map(({ id, version, document }) => [id, version, document.transfer_links]);
    expect(positions).toEqual([
      [c, 2, [{ id: link, position: 2 }]],
      [b, 3, [{ id: link, position: 3 }]],
    ]);
    const again = await attach(a, link);
    expect(again.rules.map(({ id, document }) => [id, document.transfer_links[0]?.position])).toEqual([
      [a, 3],
      [c, 1],
      [b, 2],
    ]);
    const listed = await attach(b, link, { order_list: [b, a, c] });
    expect(listed.rules.map(({ id, document }) => [id, document.transfer_links[0]?.position])).toEqual([
      [b, 1],
      [a, 2],
      [c, 3],
    ]);
  });

  it('an order_list that is not exactly the rules is refused, and no rule moves', async () => {
    const link = await addLink(30);
    const [a, b] = [await create(), await create()];
    await attach(a, link);
    const problem = await refusal(attach(b, link, { order_list: [b] }));
    expect(problem).toMatchObject({ kind: 'invalid', errors: { order_list: [expect.any(String)] } });
    const rows = await engine.database.query(
      'select rule_id from rule_transfer_links where transfer_link_id = $1',
      [link],
    );
    expect(rows).toEqual([{ rule_id: a }]);
  });

  it('a missing, foreign or not granted link is not found', async () => {
    const link = await addLink(31);
    const rule = await create();
    const command = { rule_id: rule, targets: onLinks(link) };
    const refusals = await Promise.all([
      refusal(attach(rule, 9999)),
      refusal(attach(9999, link)),
      refusal(engine.send(AttachRule, command, STRANGER)),
      refusal(engine.send(AttachRule, command, { ...ownerOf(1), accountIds: [18] })),
    ]);
    expect(refusals).toEqual(Array(4).fill({ kind: 'not_found' }));
  });

  it('a rule for accounts, or for another destination, is refused', async () => {
    const sheets = await addLink(32, { destinationType: 'SHEETS' });
    const forAccounts = await create({ scope: 'FINANCIAL_ACCOUNT' });
    const forBudgets = await create({
      actions: [{ action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: 'x' }],
    });
    for (const rule of [forAccounts, forBudgets]) {
      expect(await refusal(attach(rule, sheets))).toMatchObject({
        kind: 'invalid',
        errors: { rule: [expect.any(String)] },
      });
    }
  });

  it('waits for a link whose event has not arrived yet', async () => {
    const rule = await create();
    const attached = attach(rule, 33);
    await addLink(33);
    expect((await attached).rules[0]?.document.transfer_links).toEqual([{ id: 33, position: 1 }]);
  });

  it('a deleted link loses its rules', async () => {
    const link = await addLink(34);
    const rule = await create();
    await attach(rule, link);
    await engine.feed(TransferLinkUpsertedV1, {
      ...TransferLinkUpsertedV1.sample,
      id: link,
      version: 2,
      deleted: true,
    });
    const published = await engine.publishedOf(RuleUpsertedV1);
    const last = published.filter(({ id }) => id === rule).at(-1);
    expect(last).toMatchObject({ version: 3, document: { transfer_links: [] } });
    expect(await refusal(attach(rule, link))).toEqual({ kind: 'not_found' });
  });
});

it('an unknown or foreign rule is not found, whatever the command', async () => {
  const link = await addLink(35);
  const own = await create();
  for (const [ruleId, caller] of [
    [own + 100_000, OWNER],
    [own, STRANGER],
  ] as const) {
    const refusals = await Promise.all([
      refusal(engine.send(UpdateRule, { rule_id: ruleId, name: 'mine' }, caller)),
      refusal(engine.send(DeleteRule, { ruleId }, caller)),
      refusal(engine.send(AttachRule, { rule_id: ruleId, targets: onAccounts(ACCOUNT) }, caller)),
      refusal(engine.send(AttachRule, { rule_id: ruleId, targets: onLinks(link) }, caller)),
      refusal(engine.send(DetachRule, { rule_id: ruleId, targets: onAccounts(ACCOUNT) }, caller)),
      refusal(engine.send(DetachRule, { rule_id: ruleId, targets: onLinks(link) }, caller)),
      refusal(engine.send(ApplyRule, { ruleId, dryRun: true, financialAccountIds: null }, caller)),
    ]);
    expect(refusals).toEqual(Array(7).fill({ kind: 'not_found' }));
  }
});

describe('a rule at many transfer links at once', () => {
  const attachTo = (ruleId: number, transferLinkIds: number[], caller?: Caller) =>
    engine.send(AttachRule, { rule_id: ruleId, targets: onLinks(...transferLinkIds) }, caller);
  const detachFrom = (ruleId: number, transferLinkIds: number[], caller?: Caller) =>
    engine.send(DetachRule, { rule_id: ruleId, targets: onLinks(...transferLinkIds) }, caller);
  const positions = (rules: readonly { id: number; document: { transfer_links: object[] } }[]) =>
    rules.map(({ id, document }) => [id, document.transfer_links]);

  it('becomes the last one of each; taken off them, the rules behind it move up', async () => {
    const links = [await addLink(500), await addLink(501)];
    const [a, b] = [await create(), await create()];
    await attachTo(a, links);
    expect(positions((await attachTo(b, links)).rules)).toEqual([
      [b, links.map((id) => ({ id, position: 2 }))],
    ]);
    expect(positions((await detachFrom(a, links)).rules)).toEqual([
      [a, []],
      [b, links.map((id) => ({ id, position: 1 }))],
    ]);
  });

  it('is attached to 500 links', async () => {
    const links = await Promise.all(Array.from({ length: 500 }, (_, index) => addLink(10_000 + index)));
    const { rules } = await attachTo(await create(), links);
    expect(rules[0]?.document.transfer_links).toEqual(links.map((id) => ({ id, position: 1 })));
  });

  it('one that is missing, another’s or not granted leaves all as they were', async () => {
    const link = await addLink(502);
    const rule = await create();
    const refused = [
      await refusal(attachTo(rule, [link, 999_999])),
      await refusal(attachTo(rule, [link], STRANGER)),
      await refusal(attachTo(rule, [link], { ...ownerOf(1), accountIds: [18] })),
    ];
    expect(refused).toEqual(Array(3).fill({ kind: 'not_found' }));
    await attachTo(rule, [link]);
    const other = await addLink(503);
    expect(await refusal(detachFrom(rule, [link, other]))).toEqual({ kind: 'not_found' });
    const rows = await engine.database.query(
      'select transfer_link_id as id from rule_transfer_links where rule_id = $1',
      [rule],
    );
    expect(rows).toEqual([{ id: link }]);
  });

  it('that fits one of them alone is attached to none', async () => {
    const links = [await addLink(504), await addLink(505, { destinationType: 'SHEETS' })];
    const rule = await create({
      actions: [{ action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: 'x' }],
    });
    expect(await refusal(attachTo(rule, links))).toMatchObject({ kind: 'invalid' });
    expect(
      await engine.database.query('select 1 from rule_transfer_links where rule_id = $1', [rule]),
    ).toEqual([]);
  });
});

describe('attaching a rule to accounts', () => {
  const attachTo = (ruleId: number, financialAccountIds: number[], caller?: Caller) =>
    engine.send(AttachRule, { rule_id: ruleId, targets: onAccounts(...financialAccountIds) }, caller);

  it('makes it the last one on each; attaching again moves it there', async () => {
    const [a, b] = [await create(), await create()];
    await attachTo(a, [ACCOUNT, 18]);
    await attachTo(b, [ACCOUNT, 18]);
    const { rules } = await attachTo(a, [ACCOUNT]);
    expect(rules.map(({ id, document }) => [id, document.financial_accounts])).toEqual([
      [
        a,
        [
          { id: ACCOUNT, position: 2 },
          { id: 18, position: 1 },
        ],
      ],
      [
        b,
        [
          { id: ACCOUNT, position: 1 },
          { id: 18, position: 2 },
        ],
      ],
    ]);
  });

  it('taking it off several moves the rules behind it up; one that does not have it leaves all as they were', async () => {
    const detachFrom = (ruleId: number, financialAccountIds: number[]) =>
      engine.send(DetachRule, { rule_id: ruleId, targets: onAccounts(...financialAccountIds) });
    const ids = [90_001, 90_002, 90_003];
    await addAccounts(ids);
    const [a, b] = [await create(), await create()];
    await attachTo(a, ids.slice(0, 2));
    await attachTo(b, ids);
    expect(await refusal(detachFrom(a, ids))).toEqual({ kind: 'not_found' });
    const { rules } = await detachFrom(a, ids.slice(0, 2));
    expect(rules.map(({ id, document }) => [id, document.financial_accounts])).toEqual([
      [a, []],
      [b, ids.map((id) => ({ id, position: 1 }))],
    ]);
  });

  it('attaches it to all accounts of a bank at once', async () => {
    const ids = Array.from({ length: 1229 }, (_, n) => 100_000 + n);
    await addAccounts(ids);
    const { rules } = await attachTo(await create(), ids);
    expect(rules[0]?.document.financial_accounts).toEqual(ids.map((id) => ({ id, position: 1 })));
  });

  it('does not find a missing, foreign or not granted account, and attaches none', async () => {
    const rule = await create();
    const refusals = [
      await refusal(attachTo(rule, [19, 9999])),
      await refusal(attachTo(rule, [19], STRANGER)),
      await refusal(attachTo(rule, [18, 19], { ...ownerOf(1), accountIds: [18] })),
    ];
    expect(refusals).toEqual(Array(3).fill({ kind: 'not_found' }));
    expect(await engine.database.query('select 1 from rule_accounts where rule_id = $1', [rule])).toEqual([]);
  });

  it('a rule that only a destination can follow is refused', async () => {
    const skip = await create({ actions: [{ action_type: 'SKIP_TRANSFER', field_name: null, value: null }] });
    expect(await refusal(attachTo(skip, [19]))).toMatchObject({ kind: 'invalid' });
  });
});
