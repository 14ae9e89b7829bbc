/** URL of a field in the declaration editor: opens the part with the focus on the field. */
export const placeAddress = (id: string, at: string): string => {
  const [part = '', ...rest] = at.split('.')
  return `?${new URLSearchParams({ id, part, ...(rest.length ? { at: rest.join('.') } : {}) })}`
}
