/** The engine writes its own message into these, so a variable of that name would be lost. */
const engineNames = ['environment', 'content', 'fields', 'properties']
/** The platform sets `pass` on every step, and the counters `nrOf…` of a task for several people. */
const platformNames = ['pass']

/** Whether a definition or a caller may not set a variable of this name. */
export const isReservedVariable = (name: string): boolean =>
  [...engineNames, ...platformNames, 'prototype'].includes(name) || name.startsWith('nrOf') || name in Object.prototype
