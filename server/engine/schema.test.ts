import fc from 'fast-check'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Endpoint, OutputShape } from '#contract/kit/call.ts'
import { call, page, row, rows, shaped } from '#contract/kit/call.ts'
import { type Field, type Fields, type Kind, nameKey, secretMask } from '#contract/kit/field.ts'
import { base } from '#contract/kit/verbs.ts'
import { routes } from '../routes.ts'
import { isReadable } from './column-types.ts'
import { inputSchema } from './openapi-schemas.ts'
import { answerSchema, dataSchema } from './schema.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('"', '\\', '</script>', '\u2028', '🦊', ''),
)
const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String)
const wholeNumber = fc.integer({ min: 0, max: 2_147_483_647 })
const document = fc.dictionary(fc.constantFrom('a', 'b', 'rows'), fc.jsonValue({ maxDepth: 2 }))

/** Database values of each kind of field. */
const values: { readonly [K in Kind]: fc.Arbitrary<unknown> } = {
  text,
  longText: text,
  richText: text,
  secret: text,
  code: text,
  codes: text,
  choice: text,
  int: wholeNumber,
  dict: wholeNumber,
  flag: fc.constantFrom(0, 1),
  decimal: fc.integer().map((n) => n / 100),
  money: fc.integer().map((n) => n / 100),
  date: fc.constant('2024-02-29'),
  time: fc.constant('2026-03-05 08:00:00'),
  ref: id,
  tree: id,
  file: id,
  refs: fc.array(id).map(String),
  files: fc.array(id).map(String),
  dicts: fc.array(fc.nat(30)).map(String),
  one: document,
  many: fc.array(document, { maxLength: 3 }),
}
const anyValueOf = (field: Field) =>
  fc.option(field.choices ? fc.constantFrom(...field.choices.map(([value]) => value)) : values[field.kind], {
    nil: null,
  })

/** A row as the engine returns it: every readable field, with names next to codes. */
const rowOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> => {
  const shape: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isReadable(field)) continue
    shape[name] = anyValueOf(field)
    if (field.of || field.choices) shape[nameKey(name)] ??= fc.option(text, { nil: null })
  }
  return fc.record(shape)
}

/** What a client receives if a handler returns these answers. */
const responsesFor = async (output: OutputShape, answers: unknown[]): Promise<unknown[]> => {
  const endpoint: Endpoint = call('GET', 'x', ['', ''], { access: 'public', output })
  const schema = answerSchema(endpoint)
  const server = fastify()
  server.get('/:n', { ...(schema ? { schema: { response: { 200: schema } } } : {}) }, async (request) => ({
    code: 200,
    success: true,
    msg: '操作成功',
    data: answers[Number((request.params as { n: string }).n)],
  }))
  const all = await Promise.all(answers.map((_, n) => server.inject(`/${n}`)))
  await server.close()
  return all.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)
}
const asJson = (answers: unknown[]) => answers.map((one) => JSON.parse(JSON.stringify(one)) as unknown)

describe('compiled serialisers give the same as JSON.stringify', () => {
  test.each(Object.values(entities).map((entity) => [entity.name, entity] as const))(
    'for rows of %s',
    async (_, entity) => {
      const fields: Fields = { ...base, ...entity.fields }
      const one = fc.sample(rowOf(fields), { numRuns: 40, seed: 5020 })
      expect(await responsesFor(row(fields), [...one, null])).toEqual(asJson([...one, null]))
      const several = [one.slice(0, 5), [], one.slice(5)]
      expect(await responsesFor(rows(fields), several)).toEqual(several.map((list) => asJson(list)))
      const pages = [
        { records: one.slice(0, 3), total: 3, size: 10, current: 1, pages: 1 },
        { records: [], total: 10_000, size: 10, current: 1, pages: 1000, capped: true },
      ]
      expect(await responsesFor(page(fields), pages)).toEqual(asJson(pages))
    },
  )

  test('for every kind of field, with groups and lists', async () => {
    const kinds = Object.keys(values) as Kind[]
    const fields = Object.fromEntries(kinds.map((kind) => [`of_${kind}`, { kind, label: ['', ''] } satisfies Field]))
    const samples = fc.sample(rowOf(fields), { numRuns: 60, seed: 5021 })
    expect(await responsesFor(row(fields), samples)).toEqual(asJson(samples))
  })

  test('for trees with all levels', async () => {
    const { fields } = entities.dept
    const forest = [
      { deptName: '上', hasChildren: true, children: [{ deptName: '中', children: [{ deptName: '下', sort: 1 }] }] },
    ]
    expect(await responsesFor(rows({ ...base, ...fields }), [forest])).toEqual([forest])
  })

  test('for responses of a free shape', async () => {
    const free = { a: [1, { b: null }], c: '中' }
    expect(answerSchema(call('GET', 'x', ['', ''], { access: 'public', output: shaped() }))).toBeNull()
    expect(await responsesFor(shaped(), [free])).toEqual([free])
  })

  test('except for secrets, which are masked even if a handler returns them', async () => {
    const { fields } = entities.client
    const [row1] = await responsesFor(row(fields), [{ clientId: 'c', clientSecret: 'shh', another: 1 }])
    expect(row1).toEqual({ clientId: 'c', clientSecret: secretMask })
  })
})

describe('the input schema of a call', () => {
  const of = (fields: Fields) => inputSchema(fields) as { properties: Record<string, unknown>; required?: string[] }

  test('has the fields that a caller may write, the required ones, and labels in both languages', () => {
    const { properties, required } = of(entities.post.fields)
    expect(Object.keys(properties)).toEqual(['category', 'postCode', 'postName', 'sort', 'remark'])
    expect(required).toEqual(['category', 'postCode', 'postName', 'sort'])
    expect(properties.postCode).toEqual({ type: 'string', title: '岗位编号 / Code', maxLength: 12 })
  })

  test('has the fields inside groups, and no fields that only the server writes', () => {
    const { properties } = of(entities.template.fields)
    expect(properties.materials).toMatchObject({
      type: 'array',
      items: { type: 'object', required: ['type'], properties: { type: { type: 'integer' } } },
    })
    expect(of(entities.library.fields).properties).not.toHaveProperty('declareNo')
    expect(of({ a: { ...base.id } })).not.toHaveProperty('required')
  })

  test('exists for every route; only rows, lists and pages have a fixed output schema', () => {
    for (const { endpoint } of routes) {
      expect(inputSchema(endpoint.input)).toMatchObject({ type: 'object' })
      const fixed = ['row', 'rows', 'page'].includes(endpoint.output.as)
      expect([endpoint.path, Object.keys(dataSchema(endpoint.output)).length > 0]).toEqual([endpoint.path, fixed])
    }
  })
})
