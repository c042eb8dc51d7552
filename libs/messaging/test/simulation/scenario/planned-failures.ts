import { isTransient } from '@tributary/persistence';
import { World } from '../world';

type ErrorClass = new (...given: never[]) => Error;

/** Takes the failures that the simulation makes; any other one is a finding, in the code or in the model. */
export function noteUnlessPlanned(world: World, ...planned: readonly ErrorClass[]): (error: unknown) => void {
  return (error) => {
    if (isTransient(error) || planned.some((kind) => error instanceof kind)) return;
    world.history.violate('failure', `unplanned: ${String(error)}`);
  };
}
