import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import type { Field, Kind } from '#contract/kit/field.ts'
import { routes } from '#server/routes.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise } from '../support/scenario.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** These calls end the session of the caller or wait for another server, so their status does not depend on the input. */
const excludedAreas = ['auth', 'ownAccount', 'signOn', 'upload']
const testedRoutes = routes.filter(
  ({ name, endpoint }) =>
    !excludedAreas.includes(name.split('.')[0] as string) &&
    !['file', 'redirect'].includes(endpoint.output.as) &&
    endpoint.body !== 'multipart',
)

/** Texts known to break servers: SQL quotes and operators, patterns, direction marks, lone surrogates. */
const hostile = fc.constantFrom(
  ...["'", '"', '\\', ';--', "' or '1'='1", '%', '_', '$1', '?', '{}', '[]', 'null', 'NaN', '-1', '0', '1e309', '９'],
  ...[
    '\u0000',
    '\ud800',
    '\u202e',
    '\ufeff',
    '中'.repeat(300),
    '../../etc/passwd',
    '<script>',
    '\u0024{7*7}',
    '1,2,,3',
    ',',
  ],
  ...['2025-02-30', '2025-13-01 00:00:00', '9999999999999999999', '99999999999999999999999'],
)
const typicalValues: Partial<Record<Kind, fc.Arbitrary<unknown>>> = {
  int: fc.oneof(fc.integer(), fc.double()),
  decimal: fc.double(),
  flag: fc.integer({ min: -1, max: 2 }),
  date: fc.constantFrom('2025-01-01', '0001-01-01', '9999-12-31'),
  time: fc.constantFrom('2025-01-01 00:00:00', '0001-01-01 00:00:00'),
  ref: fc.constantFrom('1', '0', '9223372036854775807'),
  refs: fc.constantFrom('1,2', '1'.repeat(19), Array(50).fill('7').join()),
  dict: fc.integer(),
  code: fc.constantFrom('320000', 'C', '00', 'zz'),
  many: fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 3 }),
  one: fc.dictionary(fc.string(), fc.jsonValue()),
}
const anything = fc.oneof(hostile, fc.string(), fc.jsonValue({ maxDepth: 2 }))
const valueFor = (field: Field) =>
  fc.oneof(
    { weight: 3, arbitrary: typicalValues[field.kind] ?? (fc.string() as fc.Arbitrary<unknown>) },
    { weight: 2, arbitrary: anything as fc.Arbitrary<unknown> },
  )

const inputFor = ({ input: fields, body }: Endpoint) =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueFor(field)])), {
        requiredKeys: [],
      }),
      // undeclared keys and unknown filters
      body === 'filters'
        ? fc.dictionary(fc.constantFrom('id_ge', 'createTime_dategt', 'x_like', 'ascs', 'size'), anything)
        : fc.constant({}),
    )
    .map(([declaredInput, undeclaredInput]) => ({ ...declaredInput, ...undeclaredInput }))

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
/** A URL cannot contain lone surrogates. */
const loneSurrogates = /[\ud800-\udfff]/g
const inQuery = (input: object) =>
  Object.entries(input)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value).replace(loneSurrogates, '\ufffd'))}`,
    )
    .join('&')

const statusOf = async (caller: Caller, { method, path }: Endpoint, input: object): Promise<number> => {
  const response =
    method === 'GET'
      ? await caller.raw('GET', `${path}?${inQuery(input)}`)
      : await caller.raw('POST', path, { body: input })
  await response.arrayBuffer()
  return response.status
}

describe('no input of an administrator causes a server error', () => {
  test('more than 200 calls are tested', () => {
    expect(testedRoutes.length).toBeGreaterThan(200)
  })

  test.each(testedRoutes.map((route) => [route.name, route.endpoint] as const))('%s', async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(inputFor(endpoint), async (input) => {
        expect(await statusOf(admin, endpoint, input)).toBeLessThan(500)
      }),
      { numRuns: 4 },
    )
  })
})

describe('no input of other users causes a server error', () => {
  test('an enterprise and a visitor get a result or a rejection, never a server error', async () => {
    const company = await createEnterprise(platform)
    for (const { name, endpoint } of testedRoutes)
      for (const caller of [company, platform.visitor]) {
        const [input] = fc.sample(inputFor(endpoint), { numRuns: 1, seed: 5 })
        const status = await statusOf(caller, endpoint, input ?? {})
        expect([name, status < 500]).toEqual([name, true])
      }
  })
})
