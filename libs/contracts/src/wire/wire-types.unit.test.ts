import { Type } from '@sinclair/typebox';
import { Currency, Id, Nullable } from '../scalars';
import { FlagText, IdText, OrNull, wireMembers, writtenMembers } from './wire-types';

const Settings = Type.Object({
  account_id: Id,
  parent_id: Nullable(Id),
  active: Type.Boolean(),
  hidden: Nullable(Type.Boolean()),
  currency: Nullable(Currency),
});

it('ids and flags of a resource are texts, also those that may be null, and null is never a text', () => {
  const document = { account_id: 17, parent_id: 3, active: false, hidden: null };
  expect(writtenMembers(Settings, document)).toEqual({
    account_id: '17',
    parent_id: '3',
    active: 'false',
    hidden: null,
    currency: null, // which an earlier release did not say
  });
  expect(writtenMembers(Settings, {})['active']).toBeNull();
});

it('the schemas of the members are those of what is written', () => {
  const { account_id, parent_id, hidden } = wireMembers(Settings);
  expect([account_id, parent_id, hidden]).toEqual([IdText, OrNull(IdText), OrNull(FlagText)]);
});
