import { createRootRoute } from '@tanstack/react-router';

/** The root of all routes. Features hang theirs below it; the shell around them is set in app/router.tsx. */
export const rootRoute = createRootRoute();
