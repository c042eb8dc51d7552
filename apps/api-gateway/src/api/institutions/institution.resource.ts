import { InstitutionDocument } from '@tributary/contracts';
import { toResourceForm } from '../../rest/openapi/written';
import { Institution } from './institution.schema';

export interface InstitutionRow {
  readonly id: number;
  readonly updated_at: string;
  readonly document: InstitutionDocument;
}

export function toInstitution({ document, ...row }: InstitutionRow): Readonly<Record<string, unknown>> {
  const countries = document.countries ?? (document.country === null ? [] : [document.country]);
  return toResourceForm(Institution, { ...row, ...document, countries });
}
