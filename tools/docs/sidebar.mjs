/** The order of the pages within their kind; those that are not named follow by their titles. */
const KINDS = [
  {
    text: 'Tutorials',
    folder: 'tutorials',
    first: ['demo', 'own-bank', 'first-rule', 'first-webhook-receiver', 'oauth-app'],
  },
  { text: 'How to', folder: 'how-to' },
  { text: 'Connect a company', folder: 'how-to/connect' },
  { text: 'Move from another program', folder: 'how-to/move' },
  {
    text: 'Reference',
    folder: 'reference',
    first: ['settings', 'limits', 'rest/index', 'events', 'webhooks'],
  },
  { text: 'REST', folder: 'reference/rest' },
  { text: 'Errors', folder: 'errors' },
  {
    text: 'Explanation',
    folder: 'explanation',
    first: ['guarantees', 'architecture', 'settlement-and-duplicates', 'who-sees-what', 'security'],
  },
  { text: 'Contribute', folder: 'contribute', first: ['index'] },
  { text: 'Libraries', folder: 'contribute/libraries' },
];

const LARGE = new Set(['how-to/connect', 'reference/rest', 'errors', 'contribute', 'contribute/libraries']);

/**
 * One list of all pages. Decisions, which are more than all others together, have an index instead: each page is sent
 * with its list.
 */
export function sidebar(pages) {
  const beside = [
    { text: 'All decisions', link: '/decisions/' },
    { text: 'Contribute', link: '/contribute/' },
  ];
  return { '/decisions/': [{ text: 'Decisions', items: beside }], '/': allPages(pages) };
}

function allPages(pages) {
  return KINDS.map(({ text, folder, first = [] }) => ({
    text,
    collapsed: LARGE.has(folder),
    items: pagesOf(folder, first, pages),
  })).filter(({ items }) => items.length > 0);
}

export function navigation() {
  return [
    { text: 'Decisions', link: '/decisions/' },
    { text: 'What is missing', link: '/open-work' },
  ];
}

function pagesOf(folder, first, pages) {
  const rank = (name) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...pages]
    .filter(([page]) => page.slice(0, page.lastIndexOf('/')) === folder)
    .map(([page, title]) => ({
      text: title,
      link: `/${page.replace(/(index)?\.md$/, '')}`,
      name: page.slice(folder.length + 1, -3),
    }))
    .sort((one, other) => rank(one.name) - rank(other.name) || one.text.localeCompare(other.text))
    .map(({ text, link }) => ({ text, link }));
}
