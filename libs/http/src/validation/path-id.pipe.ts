import { Injectable, PipeTransform } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import { readId } from './decorators/wire-id';

/** The id in a path. An impossible id is 404, like an unknown one. */
@Injectable()
export class PathIdPipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    const id = readId(value);
    if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
    throw Problem.notFound();
  }
}
