/** The address of a place of a declaration that is being written: its part, opened at the field. */
export const placeAddress = (id: string, at: string): string => {
  const [part = '', ...rest] = at.split('.')
  return `?${new URLSearchParams({ id, part, ...(rest.length ? { at: rest.join('.') } : {}) })}`
}
