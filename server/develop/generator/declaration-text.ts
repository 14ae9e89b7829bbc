import { type Field, type Fields, moneyUnits } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { importsOfNames, nameOfText } from './named-texts.ts'
import { print, printCall } from './print.ts'

/** What a generated declaration says of its entity. */
export interface EntityDraft {
  readonly area: string
  readonly name: string
  readonly label: readonly [zh: string, en: string]
  readonly rowLabel: readonly [zh: string, en: string]
  readonly title: string
  readonly fields: Fields
  readonly search: readonly string[]
  readonly list: readonly string[]
  /** Absent: the usual verbs. */
  readonly verbs?: readonly string[]
}

const optionsOf = ({ kind: _, label: __, fields: ___, ...options }: Field) => options as Record<string, never>

/** A text as two arguments, by its name if it has one. */
const spread = (text: Text): string => {
  const name = nameOfText(text)
  return name ? `...${name}` : text.map((one) => print(one)).join(', ')
}

/** The label of an amount ends with its unit, which is an argument of its own. */
const printMoney = (start: string, { label, ...field }: Field, indent: string): string => {
  const units = Object.entries(moneyUnits).map(([name, [zh, en]]) => ({
    name,
    ending: [`（${zh}）`, ` (${en})`] as Text,
  }))
  const { name = '', ending = label } = units.find(({ ending: [zh] }) => label[0].endsWith(zh)) ?? {}
  const plain: Text = [label[0].slice(0, -ending[0].length), label[1].slice(0, -ending[1].length)]
  return printCall(`${start}money`, `${spread(plain)}, ${print(name)}`, optionsOf({ label, ...field }), indent)
}

const printField = (name: string, field: Field, indent: string): string => {
  const start = `${indent}${name}: `
  if (field.kind === 'money') return printMoney(start, field, indent)
  if (!field.fields) return printCall(start + field.kind, spread(field.label), optionsOf(field), indent)
  const lines = Object.entries(field.fields).map(([inner, one]) => printField(inner, one, `${indent}  `))
  return `${start}${field.kind}(${spread(field.label)}, {\n${lines.join('\n')}\n${indent}}),`
}

const kindsIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ kind, fields: inner = {} }) => [kind, ...kindsIn(inner)])

const pathIn = (line: string): string => line.slice(line.indexOf(' from '))

/** The file of a declaration, as a person would write it (docs/HOUSE.md). Texts of the model are literals, never code. */
export const declarationText = ({ area, name, label, rowLabel, title, fields, search, list, verbs }: EntityDraft) => {
  const helpers = [...new Set(kindsIn(fields))].toSorted((a, b) => (a < b ? -1 : 1))
  const property = (key: string, value: readonly string[]) => `  ${key}: ${print(value, '  ', key.length + 5)},`
  const named = (key: string, text: Text) => (nameOfText(text) ? `  ${key}: ${nameOfText(text)},` : property(key, text))
  const code = `export const ${name} = entity('${area}', '${name}', ${nameOfText(label) ?? print(label)}, {
  title: ${print(title)},
${named('rowLabel', rowLabel)}
  fields: {
${Object.entries(fields)
  .map(([field, one]) => printField(field, one, '    '))
  .join('\n')}
  },
${[
  ...(search.length ? [property('search', search)] : []),
  ...(list.length ? [property('list', list)] : []),
  ...(verbs ? [property('verbs', verbs)] : []),
].join('\n')}
})
`
  const imports = [
    "import { entity } from '../kit/entity.ts'",
    `import { ${helpers.join(', ')} } from '../kit/field.ts'`,
    ...importsOfNames(code),
  ].toSorted((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1))
  return `${imports.join('\n')}\n\n${code}`
}
