import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Id, Nullable } from '../scalars';
import { changeOf, clearable, creationOf, membersOf, sentOf, storedOf } from './forms';

const Settings = Type.Object({
  account_id: Id,
  active: Type.Boolean({ default: true }),
  since: Nullable(Type.String(), { default: null }),
  flags: Type.Object({ a: Type.Boolean(), b: Type.Boolean() }, { default: {} }),
  currency: Type.Optional(Type.String()),
});

describe('the forms of a resource', () => {
  it('what makes one has the defaults, in the order of the declaration, and objects may be sent in part', () => {
    const New = creationOf(Settings);
    const made = sentOf(New, { flags: { b: true, a: undefined }, account_id: 3 });
    expect(JSON.stringify(made)).toBe('{"account_id":3,"active":true,"since":null,"flags":{"b":true}}');
    expect(Value.Check(New, made)).toBe(true);
  });

  it('what changes one has only what was sent; null is a value', () => {
    const Change = changeOf(Settings);
    const change = sentOf(Change, { since: null, active: undefined });
    expect(change).toEqual({ since: null });
    expect(Value.Check(Change, change)).toBe(true);
    expect(sentOf(Change, {})).toEqual({});
  });

  it('null clears each member of what is clearable, and what is left out keeps its value', () => {
    const Clearable = clearable(Type.Object({ amount: Type.String(), party: clearable(Settings) }));
    for (const change of [
      {},
      { amount: null },
      { party: null },
      { party: { account_id: null, active: false } },
    ])
      expect(Value.Check(Clearable, change)).toBe(true);
    expect(Value.Check(Clearable, { amount: 7 })).toBe(false);
  });

  it('what is stored says null where a setting is unset', () => {
    const Stored = storedOf(Settings);
    const stored = { account_id: 3, active: true, since: null, flags: { a: true, b: false }, currency: null };
    expect(Value.Check(Stored, stored)).toBe(true);
    expect(Value.Check(Stored, { ...stored, currency: undefined })).toBe(false);
    expect(membersOf(Stored, { ...stored, further: 1 } as typeof stored)).toEqual(stored);
    expect(JSON.stringify(Stored)).not.toContain('default');
  });
});
