import { DeadLetterChoice, Problem } from '@tributary/contracts';
import { AreIdsOf, IfSent } from '@tributary/http';
import { Equals, IsString, MaxLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** Selects dead letters; exactly one member is present. */
@JSONSchema({ minProperties: 1, maxProperties: 1 })
export class DeadLettersBody {
  @IfSent()
  @AreIdsOf('dead letter')
  ids?: number[];

  @IfSent()
  @IsString({ message: 'topic must be a text' })
  @MaxLength(200)
  topic?: string;

  @IfSent()
  @Equals(true, { message: 'all must be true' })
  all?: true;
}

/** @throws Problem (invalid) where the body names more or less than one choice */
export function choiceOf({ ids, topic, all }: DeadLettersBody): DeadLetterChoice {
  const choices: DeadLetterChoice[] = [
    ...(ids === undefined ? [] : [{ ids }]),
    ...(topic === undefined ? [] : [{ topic }]),
    ...(all === undefined ? [] : [{ all }]),
  ];
  const [choice] = choices;
  if (choice !== undefined && choices.length === 1) return choice;
  throw Problem.invalid({ body: ['Send ids, topic or all: exactly one of them.'] });
}
