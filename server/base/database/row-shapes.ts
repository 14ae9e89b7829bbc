import type pg from 'pg'

type Row = Record<string, unknown>
type RowOf = (values: readonly unknown[]) => Row

interface Shape {
  readonly names: readonly string[]
  readonly rowOf: RowOf
}

/** A constant as JavaScript; a literal key `__proto__` would set the prototype. */
const literal = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name))

/**
 * Makes rows as object literals, with all columns at once. A row whose columns are added one by one becomes a hash table in V8: to
 * build and to read it takes several times as long.
 */
const createShape = (names: readonly string[]): Shape => {
  const cells = names.map((name, i) => `${literal(name)}: v[${i}]`)
  return { names, rowOf: new Function('v', `return { ${cells.join(', ')} }`) as RowOf }
}

const maxShapes = 1000

/** Turns arrays of values into rows; statements with equal columns share a shape. */
export const createRowMaker = () => {
  const shapes = new Map<string, Shape>()
  const shapeOf = (text: string, fields: readonly pg.FieldDef[]): Shape => {
    const known = shapes.get(text)
    // the columns of `select *` can change
    if (known?.names.length === fields.length && fields.every(({ name }, i) => name === known.names[i])) return known
    if (shapes.size >= maxShapes) shapes.clear()
    const shape = createShape(fields.map(({ name }) => name))
    shapes.set(text, shape)
    return shape
  }
  return (text: string, { fields, rows }: pg.QueryArrayResult): Row[] =>
    rows.length === 0 ? [] : rows.map(shapeOf(text, fields).rowOf)
}
