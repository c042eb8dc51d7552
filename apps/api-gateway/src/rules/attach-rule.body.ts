import { readId } from '@tributary/http';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, ValidateIf } from 'class-validator';

const IfSent = () => ValidateIf((_body, value: unknown) => value !== undefined && value !== null);

/** Body of `POST /rules/{ruleId}/transfer-links/{transferLinkId}`; what `order` may be is the owner's to say. */
export class AttachRuleBody {
  /** 1-based place among the attached rules. */
  @IfSent()
  @IsInt({ message: '$property must be a whole number' })
  order?: number | null;

  /** All attached rules, this one too, in the wanted order. */
  @IfSent()
  @IsArray({ message: '$property must be a list of rule ids' })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(readId) : value))
  @IsInt({ each: true, message: 'each of $property must be a rule id' })
  order_list?: number[] | null;
}
