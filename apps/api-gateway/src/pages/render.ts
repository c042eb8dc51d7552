import { Liquid } from 'liquidjs';
import * as accountTemplates from './templates/account';
import * as appTemplates from './templates/apps';
import * as fieldTemplates from './templates/fields';
import * as grantTemplates from './templates/grants';
import * as setupTemplates from './templates/setups';
import * as mailLinkTemplates from './templates/mail-links';
import { layout } from './templates/layout';
import { security } from './templates/security';
import * as tokenTemplates from './templates/tokens';

const TEMPLATES = {
  layout,
  ...fieldTemplates,
  ...accountTemplates,
  ...tokenTemplates,
  ...appTemplates,
  ...grantTemplates,
  ...setupTemplates,
  ...mailLinkTemplates,
  security,
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
