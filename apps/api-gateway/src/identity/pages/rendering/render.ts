import { Liquid } from 'liquidjs';
import * as accountTemplates from './templates/account';
import * as fieldTemplates from './templates/fields';
import { consent } from './templates/consent';
import * as setupTemplates from './templates/setups';
import * as mailLinkTemplates from './templates/mail-links';
import { layout } from './templates/layout';

const TEMPLATES = {
  layout,
  ...fieldTemplates,
  ...accountTemplates,
  consent,
  ...setupTemplates,
  ...mailLinkTemplates,
};
export type Template = Exclude<keyof typeof TEMPLATES, 'layout' | keyof typeof fieldTemplates>;

/** Every value in a page is escaped automatically. */
const engine = new Liquid({
  templates: TEMPLATES,
  outputEscape: 'escape',
  cache: true,
  ownPropertyOnly: true,
  strictFilters: true,
});

/** A page as HTML. */
export async function renderPage(template: Template, values: Readonly<Record<string, unknown>>) {
  return (await engine.renderFile(template, values)) as string;
}
