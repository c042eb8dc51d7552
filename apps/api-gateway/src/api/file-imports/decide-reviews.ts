import { Type } from '@sinclair/typebox';
import { REVIEW_DECISIONS, type ReviewDecision } from '@tributary/contracts';
import { IsIn } from 'class-validator';
import { component } from '../../rest/openapi/components';
import { CountText } from '../../rest/openapi/wire.schema';

/** Body of `POST /finance/imports/{id}/reviews`. */
export class DecideReviewsBody {
  @IsIn(REVIEW_DECISIONS, { message: 'The decision must be one or two.' })
  decision!: ReviewDecision;
}

/** The result of a decision about all reviews of an import. */
export const DecidedReviews = component(
  'DecidedReviews',
  Type.Object({ decided: CountText, refused: CountText, remaining: CountText }),
);
