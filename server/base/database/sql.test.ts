import {
  CamelCasePlugin,
  createQueryId,
  DummyDriver,
  Kysely,
  sql as kyselySql,
  PostgresAdapter,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { compile, sql } from './sql.ts'

const builder = new Kysely<{ post: { id: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: () => ({
      getSchemas: async () => [],
      getTables: async () => [],
      getMetadata: async () => ({ tables: [] }),
    }),
  },
})

/** The same pieces by either tag. */
const statementsOf = (tag: typeof sql | typeof kyselySql) => {
  const both = tag as typeof kyselySql
  const names = ['a', `it's "b"`]
  return [
    both`select 1`,
    both`select ${1}, ${'text'}, ${null}, ${undefined}, ${[1, 2]}`,
    both`where ${both`a = ${1}`} and ${both`b = ${2} or ${both`c = ${[3]}`}`}`,
    both.join([]),
    both.join([1]),
    both.join([1, both`now()`, 'x']),
    both.join([both`a = ${1}`, both`b = ${2}`], both` and `),
    both.join([1, 2, 3], both` + ${10} + `),
    both`${both.join(names.map((name) => both.ref(name)))} from ${both.table('public.post')} as ${both.id('p', 'q"')}`,
    both`${both.raw('a -- b')} ${both.val(5)} ${both.lit(5)} ${both.lit(`it's`)} ${both.lit(null)} ${both.lit(true)}`,
    both`id in (${builder.selectFrom('post').select('id').where('id', '=', '7')}) and ${both`x = ${8}`}`,
  ]
}

test('a piece has the text and the parameters that Kysely gives it', () => {
  const compiler = new PostgresQueryCompiler()
  const expected = statementsOf(kyselySql).map((piece) => {
    const { sql: text, parameters } = compiler.compileQuery(piece.toOperationNode(), createQueryId())
    return { text, parameters: [...parameters] }
  })
  expect(statementsOf(sql).map((piece) => compile(piece))).toEqual(expected)
  expect(statementsOf(kyselySql).map((piece) => compile(piece))).toEqual(expected)
})

test('Kysely builds statements around a piece', () => {
  const statement = builder
    .selectFrom('post')
    .select(sql<string>`upper(${sql.ref('id')}) || ${'x'}`.as('upperId'))
    .where(sql<boolean>`id = ${'7'}`)
    .where('id', '<>', '8')
  expect(statement.compile()).toMatchObject({
    sql: 'select upper("id") || $1 as "upperId" from "post" where id = $2 and "id" <> $3',
    parameters: ['x', '7', '8'],
  })
})

test('a literal must have a plain value', () => {
  expect(() => sql.lit({})).toThrow('must be a text, number, boolean or null, not object')
})

test('a name is spelled by the plugins of a statement that Kysely builds, and as written in one that it does not', () => {
  const names = [sql.ref('createUser'), sql.ref('t.createUser'), sql.id('createUser')]
  const built = builder
    .withPlugin(new CamelCasePlugin())
    .selectFrom('post')
    .select(names.map((name, nth) => name.as(`name${nth}`)))
    .compile()
  expect(built.sql).toContain('select "create_user" as "name0", "t"."create_user" as "name1"')
  expect(names.map((name) => compile(name).text)).toEqual(['"createUser"', '"t"."createUser"', '"createUser"'])
})
