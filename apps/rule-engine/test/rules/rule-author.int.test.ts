import {
  AccountUpsertedV1,
  ApplyRule,
  AttachRule,
  Author,
  Caller,
  CreateRule,
  ownerOf,
  UpdateRule,
} from '@tributary/contracts';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

let engine: RuleEngineFixture;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());

const OWNER = ownerOf(1);
const app = (name: string, scopes: readonly string[]): Caller => ({
  ...OWNER,
  scopes,
  grant: { id: `app:${name}`, version: 1, expiresAt: null },
});
const payee = (value: string) => ({
  action_type: 'SET_FIELD' as const,
  field_name: 'mapped_fields.payee',
  value,
});
const firstly = { transaction_type: 'ANY', field_name: 'amount', operator: 'lt', value: '0' } as const;

const make = async (caller: Caller): Promise<number> =>
  (await engine.send(CreateRule, newRule({ conditions: [firstly], actions: [payee('One')] }), caller)).id;

const authorOf = async (ruleId: number): Promise<Author | undefined> =>
  (await engine.database.query<{ author: Author }>('select author from rules where id = $1', [ruleId]))[0]
    ?.author;

describe('a rule stores what its authors were granted', () => {
  it('has the scopes and the grant of the token that created it', async () => {
    expect(await authorOf(await make(OWNER))).toEqual({ scopes: null, accountIds: null, grantId: null });
    expect(await authorOf(await make(app('a', ['rules:write'])))).toEqual({
      scopes: ['rules:write'],
      accountIds: null,
      grantId: 'app:a',
    });
  });

  it('reads after another’s edit what both may see, and keeps that when the owner edits a part', async () => {
    const ruleId = await make(app('a', ['rules:write', 'sensitive:read']));
    const made = await authorOf(ruleId);
    await engine.send(
      UpdateRule,
      { rule_id: ruleId, name: 'Renamed' },
      app('b', ['rules:write', 'tokens:read']),
    );
    expect(await authorOf(ruleId)).toEqual(made);
    const all = { trigger_on_any_condition: true };
    await engine.send(UpdateRule, { rule_id: ruleId, ...all }, app('b', ['rules:write', 'tokens:read']));
    expect(await authorOf(ruleId)).toEqual({ scopes: ['rules:write'], accountIds: null, grantId: 'app:b' });
    await engine.send(UpdateRule, { rule_id: ruleId, actions: [payee('Two')] }, OWNER);
    expect(await authorOf(ruleId)).toMatchObject({ scopes: ['rules:write'], grantId: 'app:b' });
  });

  it('belongs to whoever replaces all of it', async () => {
    const ruleId = await make(app('a', ['rules:write']));
    const conditions = [{ ...firstly, value: '-1' }];
    await engine.send(UpdateRule, { rule_id: ruleId, conditions, actions: [payee('Three')] }, OWNER);
    expect(await authorOf(ruleId)).toEqual({ scopes: null, accountIds: null, grantId: null });
  });

  it('keeps values that an editor may not see when its rule is sent back', async () => {
    const iban = { ...firstly, fieldName: 'creditor.iban', operator: 'equals', value: 'FI21' } as const;
    const actions = [payee('{{ creditor.iban }}')];
    const made = await engine.send(CreateRule, newRule({ conditions: [iban], actions }), OWNER);
    const { conditions, actions: parts } = made.document;
    const back = {
      conditions: [{ ...iban, id: conditions[0]?.id ?? 0, value: null }],
      actions: [{ ...payee(''), value: null, id: parts[0]?.id ?? 0 }],
    };
    const sent = await engine.send(
      UpdateRule,
      { rule_id: made.id, name: 'Sent back', ...back },
      app('a', ['rules:write']),
    );
    expect(sent.document).toMatchObject({
      name: 'Sent back',
      author_sees_identifiers: true,
      conditions: [{ value: 'FI21' }],
      actions: [{ value: '{{ creditor.iban }}' }],
    });
    expect(await authorOf(made.id)).toMatchObject({ scopes: null });
  });
});

describe('a rule that reads more than the caller', () => {
  const narrow = app('n', ['rules:write', 'transactions:read']);
  const accountId = 4711;
  const template = payee('{{ creditor.iban }}');
  const iban = { ...firstly, fieldName: 'creditor.iban', operator: 'equals', value: 'FI21' } as const;
  const ofAccount = {
    ...firstly,
    fieldName: 'financial_account.name',
    operator: 'equals',
    value: 'x',
  } as const;

  const made = async (rule: Parameters<typeof newRule>[0], caller = OWNER): Promise<number> =>
    (await engine.send(CreateRule, newRule(rule), caller)).id;
  const attach = (ruleId: number, caller: Caller) =>
    engine.send(AttachRule, { rule_id: ruleId, targets: { kind: 'account', ids: [accountId] } }, caller);
  const missing = (...scopes: string[]) => ({ detail: { kind: 'forbidden', scopes } });

  beforeAll(() =>
    engine.feed(AccountUpsertedV1, { ...AccountUpsertedV1.sample, id: accountId, userId: OWNER.userId }),
  );

  it.each([
    { what: 'a template', rule: { actions: [template] }, scopes: ['accounts:read', 'sensitive:read'] },
    { what: 'a condition on a number', rule: { conditions: [iban] }, scopes: ['sensitive:read'] },
    { what: 'a condition on the account', rule: { conditions: [ofAccount] }, scopes: ['accounts:read'] },
  ])('with $what cannot be attached, applied or enabled by them', async ({ rule, scopes }) => {
    const ruleId = await made(rule);
    await expect(attach(ruleId, narrow)).rejects.toMatchObject(missing(...scopes));
    await expect(attach(ruleId, narrow)).rejects.toMatchObject(missing(...scopes));
    await attach(ruleId, OWNER);
    const application = { ruleId, dryRun: true, financialAccountIds: null };
    await expect(engine.send(ApplyRule, application, narrow)).rejects.toMatchObject(missing(...scopes));
    await engine.send(UpdateRule, { rule_id: ruleId, enabled: false }, narrow);
    const enable = { rule_id: ruleId, enabled: true };
    await expect(engine.send(UpdateRule, enable, narrow)).rejects.toMatchObject(missing(...scopes));
    const conditions = [{ ...firstly, value: '-3' }];
    await engine.send(UpdateRule, { ...enable, conditions, actions: [payee('Theirs')] }, narrow);
  });

  it('is not one whose author saw no more, nor one whose values are all literal', async () => {
    await attach(await made({ conditions: [firstly], actions: [payee('Said')] }), narrow);
    await attach(
      await made({ actions: [payee('{{ amount }}')] }, app('m', ['rules:write', 'tokens:read'])),
      narrow,
    );
    const wide = app('w', ['rules:write', 'accounts:read', 'sensitive:read']);
    await attach(await made({ actions: [template] }), wide);
  });
});
