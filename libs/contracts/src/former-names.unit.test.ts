import { Type } from '@sinclair/typebox';
import {
  CreateRule,
  CreateWebhookEndpoint,
  NewRule,
  NewWebhookEndpoint,
  RuleChange,
  UpdateTransferLinks,
  UpdateRule,
  UpdateWebhookEndpoint,
  WebhookEndpointChange,
} from './commands';
import { CommandContract } from './contract';
import { formerlyCamelCase, withFormerNames, withPresentNames } from './former-names';
import { sentOf } from './resources/forms';
import { Nullable } from './scalars';

const textOf = (command: CommandContract, payload: object) =>
  JSON.stringify(withFormerNames(command.payload, payload));

const Part = formerlyCamelCase(Type.Object({ field_name: Type.String(), value: Type.Any() }));
const Payload = formerlyCamelCase(
  Type.Object({
    rule_id: Type.Integer(),
    parts: Type.Optional(Type.Array(Part)),
    only_part: Nullable(Part),
    // Its members had their present names before.
    on_booked_change: Type.Object({ update_payee: Type.Boolean() }),
  }),
);
const present = {
  rule_id: 7,
  parts: [{ field_name: 'a', value: { some_thing: 1, otherThing: 2 } }],
  only_part: null,
  on_booked_change: { update_payee: true },
};
const former = {
  ruleId: 7,
  parts: [{ fieldName: 'a', value: { some_thing: 1, otherThing: 2 } }],
  onlyPart: null,
  onBookedChange: { update_payee: true },
};

describe('a command whose members had camelCase names in the release before', () => {
  it('is written with the former names, in lists and in what may be null too, and what users wrote is untouched', () => {
    expect(withFormerNames(Payload, present)).toEqual(former);
    expect(withFormerNames(Payload, { ...present, only_part: present.parts[0] })).toEqual({
      ...former,
      onlyPart: former.parts[0],
    });
  });

  it('is read with either names', () => {
    expect(withPresentNames(Payload, former)).toEqual(present);
    expect(withPresentNames(Payload, present)).toEqual(present);
  });

  it('keeps what it does not know, for the check of the contract to refuse', () => {
    expect(withPresentNames(Payload, { ruleId: 7, unknownMember: 1 })).toEqual({
      rule_id: 7,
      unknownMember: 1,
    });
    for (const value of [null, 'text', 7, [1]]) expect(withPresentNames(Payload, value)).toEqual(value);
  });

  it('of links is the text that the release before wrote, member by member', () => {
    const changes = [{ transfer_link_id: 8, destination_id: 3, on_booked_change: { update_payee: true } }];
    const text = JSON.stringify(withFormerNames(UpdateTransferLinks.payload, { changes }));
    expect(text).toBe(
      '{"changes":[{"transferLinkId":8,"destinationId":3,"onBookedChange":{"update_payee":true}}]}',
    );
  });

  it('of rules is that text too, with the parts', () => {
    const rule = {
      actions: [{ action_type: 'SKIP_TRANSFER', id: 3 }],
      conditions: [{ operator: 'is_empty', field_name: 'mapped_fields.payee' }],
      name: 'Rent',
    };
    expect(textOf(CreateRule, sentOf(NewRule, rule))).toBe(
      '{"name":"Rent","description":null,"scope":"ANY","enabled":true,"triggerOnAnyCondition":false,' +
        '"skipOtherRulesWhenTriggered":false,"conditions":[{"transactionType":"ANY",' +
        '"fieldName":"mapped_fields.payee","operator":"is_empty","value":null}],' +
        '"actions":[{"actionType":"SKIP_TRANSFER","fieldName":null,"value":null}]}',
    );
    const change = { enabled: false, actions: rule.actions, unchanged_since: '2026-03-31T14:00:00+02:00' };
    expect(textOf(UpdateRule, { rule_id: 5, ...sentOf(RuleChange, change) })).toBe(
      '{"ruleId":5,"enabled":false,"actions":[{"id":3,"actionType":"SKIP_TRANSFER","fieldName":null,"value":null}],' +
        '"unchangedSince":"2026-03-31T12:00:00.000Z"}',
    );
  });

  it('of webhook endpoints is that text too, where accounts had another name', () => {
    const endpoint = {
      events: ['account.created'],
      url: 'https://client.example/',
      financial_accounts: [17],
    };
    const further = { payload_version: 'v2', endpoint_limit: 2 };
    const created = { ...sentOf(NewWebhookEndpoint, endpoint), ...further };
    expect(textOf(CreateWebhookEndpoint, created)).toBe(
      '{"url":"https://client.example/","description":null,"enabled":true,"events":["account.created"],' +
        '"financialAccountIds":[17],"type":"WEBHOOK","payloadVersion":"v2","omitSensitiveIdentifiers":false,' +
        '"endpointLimit":2}',
    );
    const changes = sentOf(WebhookEndpointChange, { ...endpoint, payload_version: 'v1' });
    const change = { id: 3, changes, endpoint_limits: { people: 2, automation: 5 } };
    const text = textOf(UpdateWebhookEndpoint, change);
    expect(text).toBe(
      '{"id":3,"changes":{"url":"https://client.example/","events":["account.created"],"financialAccountIds":[17]},' +
        '"endpointLimits":{"people":2,"automation":5}}',
    );
    expect(withPresentNames(UpdateWebhookEndpoint.payload, JSON.parse(text))).toEqual(change);
  });
});
