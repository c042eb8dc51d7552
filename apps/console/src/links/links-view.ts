/** How the links are shown; absent: as fits the screen. */
export type LinksView = 'matrix' | 'list';
