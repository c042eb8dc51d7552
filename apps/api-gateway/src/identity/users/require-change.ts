import { Problem } from '@tributary/contracts';

/** Refuses a body that changes nothing. @throws Problem (invalid) */
export function requireChange(body: object): void {
  if (Object.values(body).some((member) => member !== undefined)) return;
  throw Problem.invalid({ body: ['Send at least one field: what is to change.'] });
}
