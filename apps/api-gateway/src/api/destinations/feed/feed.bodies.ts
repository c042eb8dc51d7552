import { Static, Type } from '@sinclair/typebox';
import {
  changeOf,
  creationOf,
  described,
  Id,
  Nullable,
  ON_OTHER_CURRENCY,
  OneOf,
} from '@tributary/contracts';
import { bodyClass, Documented, RequiresAMember } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { IsString, MinLength } from 'class-validator';
import { AreAccounts } from '../../webhook-endpoints/webhook-endpoint.rules';

/** Settings of a feed that a caller may choose. */
const FeedSettings = Type.Object({
  /** Name of the feed, for example the name of the app that will read it. */
  name: Type.String(),
  /** Null: all accounts that the token may see. */
  financial_accounts: Nullable(Type.Array(Id), { default: null }),
  on_other_currency: described(Type.Optional(OneOf(ON_OTHER_CURRENCY)), {
    sent:
      'What becomes of transactions in another currency than their account’s: `CONVERT` by the bank’s own rate ' +
      '(without one they are left out), or `AS_IS` (the number stays, and the description names the currency). Absent: ' +
      'they are left out, and the app is told how many.',
  }),
});
const NewFeed = creationOf(FeedSettings);
const FeedChange = changeOf(FeedSettings);

const validators = {
  name: applyDecorators(
    IsString({ message: '$property must be a text' }),
    MinLength(1, { message: '$property must not be empty' }),
    Documented({ maxLength: 255 }),
  ),
  financial_accounts: AreAccounts(),
};

/** Body of `POST /destinations/feed/connections`. */
export const CreateFeedBody = bodyClass('CreateFeedBody', NewFeed, { validators });
export type CreateFeedBody = Static<typeof NewFeed>;

/** Body of `PUT /destinations/feed/connections/{id}`. Absent members do not change. */
export const UpdateFeedBody = bodyClass('UpdateFeedBody', FeedChange, { validators });
export type UpdateFeedBody = Static<typeof FeedChange>;
RequiresAMember()(UpdateFeedBody);
