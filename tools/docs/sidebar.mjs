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
  { text: 'Decisions', folder: 'decisions', first: ['index'] },
  { text: 'Contribute', folder: 'contribute', first: ['index'] },
  { text: 'Libraries', folder: 'contribute/libraries' },
];

const LARGE = new Set([
  'how-to/connect',
  'reference/rest',
  'errors',
  'decisions',
  'contribute',
  'contribute/libraries',
]);

/** One list of all pages. */
export function sidebar(pages) {
  return KINDS.map(({ text, folder, first = [] }) => ({
    text,
    collapsed: LARGE.has(folder),
    items: pagesOf(folder, first, pages),
  })).filter(({ items }) => items.length > 0);
}

export function navigation() {
  return [
    { text: 'Decisions', link: '/decisions/' },
    { text: 'Roadmap', link: '/roadmap' },
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
