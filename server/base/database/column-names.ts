import { CamelCasePlugin } from 'kysely'
import { snake } from '#contract/kit/text.ts'

/** Remembers the results of a conversion: names of tables and columns are few, and every value of every row has one. */
const remembered = (convert: (name: string) => string) => {
  const results = new Map<string, string>()
  return (name: string): string => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = convert(name)
    results.set(name, result)
    return result
  }
}

const snakeName = remembered(snake)
const camelName = remembered((name) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase()))

/** Converts column names by the same rule as the rest of the code (contract/kit/text.ts). */
export class ColumnNamesPlugin extends CamelCasePlugin {
  protected override snakeCase(name: string): string {
    return snakeName(name)
  }
  protected override camelCase(name: string): string {
    return camelName(name)
  }
}
