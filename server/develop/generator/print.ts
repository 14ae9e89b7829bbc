/** The width at which the linter of this code breaks a line. */
const width = 120

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value | undefined }

/** A text in single quotes, or in double ones where that needs fewer backslashes. Never more than a literal. */
const quote = (text: string): string => {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  if (inner.includes("'") && !inner.includes('"')) return `"${inner}"`
  return `'${inner.replaceAll("'", "\\'")}'`
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const entriesOf = (value: object): [string, Value][] =>
  Object.entries(value as Record<string, Value | undefined>).filter(
    (entry): entry is [string, Value] => entry[1] !== undefined,
  )

const flat = (value: Value): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(flat).join(', ')}]`
  return `{ ${entriesOf(value)
    .map(([name, one]) => `${name}: ${flat(one)}`)
    .join(', ')} }`
}

/** The linter never leaves a list of lists in one line, and so not what contains it. */
const isBroken = (value: Value | undefined): boolean => {
  if (typeof value !== 'object') return false
  const parts = isList(value) ? value : entriesOf(value).map(([, one]) => one)
  const isMatrix = isList(value) && value.length > 1 && value.every((one) => isList(one) && one.length > 1)
  return isMatrix || parts.some(isBroken)
}

/**
 * A value as this code writes it: in one line if it fits beside the `used` characters of its line, else a line for each part. Lists of
 * texts fill their lines.
 */
export const print = (value: Value, indent = '', used = indent.length): string => {
  const line = flat(value)
  if (typeof value !== 'object' || (used + line.length <= width && !isBroken(value))) return line
  const inner = `${indent}  `
  const parts = isList(value)
    ? value.map((one) => `${inner}${print(one, inner)},`)
    : entriesOf(value).map(([name, one]) => `${inner}${name}: ${print(one, inner, inner.length + name.length + 3)},`)
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join('\n')}\n${indent}${close}`
}

/** A call with options: `text('名称', 'Name', { max: 64 })`, its options broken over lines if it is too long. */
export const printCall = (
  start: string,
  parameters: string,
  options: { readonly [name: string]: Value | undefined },
  indent: string,
): string => {
  const head = `${start}(${parameters}`
  if (entriesOf(options).length === 0) return `${head}),`
  const line = `${head}, ${flat(options as Value)}),`
  return line.length <= width && !isBroken(options as Value)
    ? line
    : `${head}, ${print(options as Value, indent, width)}),`
}
