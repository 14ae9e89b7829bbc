/** Whether the person wants little motion, by a setting of the system. */
export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches
