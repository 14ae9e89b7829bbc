/** A phone number or an e-mail address that people can tell apart but not use: 138****5678, s***@example.com. */
export const maskPersonal = (value: string): string => {
  const at = value.indexOf('@')
  if (at > 0) return `${value.slice(0, 1)}***${value.slice(at)}`
  return value.length > 7 ? `${value.slice(0, 3)}****${value.slice(-4)}` : '****'
}
