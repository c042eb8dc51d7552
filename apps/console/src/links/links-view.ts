/** The view of the links; absent: the one that fits the screen. */
export type LinksView = 'matrix' | 'list';
