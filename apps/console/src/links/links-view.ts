/** The view of the links; absent for the one that fits the screen. */
export type LinksView = 'matrix' | 'list';
