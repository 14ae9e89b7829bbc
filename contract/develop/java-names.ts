/** `order_item` → `orderItem`; what no identifier may have is left out. */
export const propertyNameOf = (column: string): string => {
  const words = column.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const isUpper = words.every((word) => word === word.toUpperCase())
  return words
    .map((word) => (isUpper ? word.toLowerCase() : word))
    .map((word, at) => (at ? word.charAt(0).toUpperCase() : word.charAt(0).toLowerCase()) + word.slice(1))
    .join('')
    .replace(/^\d+/, '')
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `t_order_item` → `OrderItem`: without the prefix that marks a table. */
export const classNameOf = (table: string): string => capital(propertyNameOf(table.replace(/^(t|tb|tbl)_/i, '')))

const byType: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^(bool|bit\(1\)|tinyint\(1\))/i, 'Boolean'],
  [/^(bigint|int8|bigserial)/i, 'Long'],
  [/^(int|smallint|tinyint|mediumint|serial|year)/i, 'Integer'],
  [/^(decimal|numeric|money)/i, 'BigDecimal'],
  [/^(double|float|real)/i, 'Double'],
  [/^(timestamp|datetime)/i, 'LocalDateTime'],
  [/^date/i, 'LocalDate'],
]

/** The type of a property for a column of this type. */
export const propertyTypeOf = (columnType: string): string =>
  byType.find(([pattern]) => pattern.test(columnType))?.[1] ?? 'String'

const packages: Readonly<Record<string, string>> = {
  BigDecimal: 'java.math',
  LocalDateTime: 'java.time',
  LocalDate: 'java.time',
  Date: 'java.util',
}

/** The whole name of that class: `java.lang.String`. */
export const classOfType = (type: string): string => `${packages[type] ?? 'java.lang'}.${type}`
