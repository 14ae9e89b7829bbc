import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { sheetCalls } from '#contract/job/sheets.ts'
import { filterSuffixes } from '#contract/kit/filter-suffix.ts'
import { base } from '#contract/kit/verbs.ts'
import { headersOf, requestHeaders } from '#contract/request-headers.ts'
import { post } from '#contract/system/post.ts'
import { region } from '#contract/system/region.ts'
import { openapi } from '#server/engine/openapi.ts'
import { routes } from '#server/routes.ts'
import { readAnswerShapes, writeAnswerShapes } from '../tools/answer-shapes.ts'
import { readSourceFile, sourcePaths } from '../tools/source-files.ts'
import { missingFields } from './support/required-fields.ts'

const source = JSON.stringify(openapi(routes))
const document = JSON.parse(source) as {
  paths: Record<string, Record<string, { parameters: { $ref?: string; name?: string; description?: string }[] }>>
  components: { schemas: Record<string, object> }
}

describe('the OpenAPI document', () => {
  test('passes the linter without an error or a warning, but for addresses that only a browser opens', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    const redirects = routes.filter(({ endpoint }) => endpoint.output.as === 'redirect')
    expect(found.filter((line) => !line.startsWith('operation-2xx-response'))).toEqual([])
    expect(found.length).toBeLessThanOrEqual(redirects.length)
  })

  test('stays under 3 MB', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(3_000_000)
  })

  test('has the answers that types of the contract declare', () => {
    const shapes = writeAnswerShapes(readAnswerShapes(routes))
    const advice = 'The types of answers changed: run `npm run shapes` and read the difference.'
    expect(shapes === readFileSync('server/engine/answer-shapes.json', 'utf8'), advice).toBe(true)
    const { calls } = JSON.parse(shapes) as { calls: Record<string, object> }
    expect(Object.keys(calls).filter((name) => Object.keys(calls[name] ?? {}).length === 0)).toEqual([])
  })

  test('names every list of the platform with its filters, their suffixes and its order', () => {
    const lists = routes.filter(({ endpoint }) => endpoint.body === 'filters' && 'fields' in endpoint.output)
    expect(lists.length).toBeGreaterThan(100)
    for (const { name, endpoint } of lists) {
      const { parameters } = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? { parameters: [] }
      const names = parameters.map((one) => one.name)
      expect([name, names]).toEqual([name, expect.arrayContaining(['filters', 'ascs', 'descs'])])
    }
    const { properties, patternProperties } = document.components.schemas.PostListFilters as Record<string, object>
    expect(properties).toMatchObject({ postName: { title: '岗位名称 / Name' } })
    const pattern = new RegExp(Object.keys(patternProperties ?? {})[0] as string)
    const suffixed = (field: string) => filterSuffixes.every((suffix) => pattern.test(`${field}_${suffix}`))
    expect([suffixed('postName'), suffixed('createTime'), suffixed('nothing')]).toEqual([true, true, false])
  })
})

test('the calls that write a row of an entity say that If-Match protects it, and so do others that change rows', () => {
  const protectedCalls = routes.filter((route) => headersOf(route).includes('If-Match'))
  const names = protectedCalls.map(({ name }) => name)
  const written = Object.values(entities).flatMap(({ name, verbs }) =>
    ['submit', 'update'].filter((verb) => (verbs as readonly string[]).includes(verb)).map((verb) => `${name}.${verb}`),
  )
  expect(written.filter((name) => !names.includes(name))).toEqual([])
  // tests/spec/unchanged.test.ts sends them
  expect(names.filter((name) => !/\.(submit|update)$/.test(name)).sort()).toEqual([
    ...['audit.revert', 'client.newSecret', 'fileRelease.publish', 'fileRelease.withdraw', 'jobContainer.activate'],
    ...['jobInfo.change', 'leave.correct', 'oss.enable', 'pressRelease.publish', 'pressRelease.withdraw', 'sms.enable'],
    ...['template.close', 'template.open', 'tenant.datasource', 'tenant.packageSetting', 'tenant.pass'],
    ...['tenant.setting', 'user.grant'],
  ])
})

/** Headers of HTTP itself, and of what stands before the server. */
const standard = ['accept-language', 'accept-encoding', 'authorization', 'content-length', 'content-type', 'host']
const ofHttp = [...standard, 'blade-auth', 'user-agent', 'retry-after']

test('every answer says that it carries the number of its request, and the upload of a sheet that it takes a key', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as unknown as {
    responses: Record<string, { $ref?: string; headers?: object }>
  }[]
  const answers = operations.flatMap(({ responses }) => [responses['200'] ?? responses['302']])
  expect(answers.filter((one) => !Object.hasOwn(one?.headers ?? {}, 'X-Request-Id'))).toEqual([])
  expect(document.components).toMatchObject({ headers: { RequestId: { schema: { type: 'string' } } } })
  expect(headersOf({ name: '', endpoint: backgroundJob.calls.checkImport })).toContain('Idempotency-Key')
  expect(headersOf({ name: '', endpoint: sheetCalls.importUser })).not.toContain('Idempotency-Key')
})

test('every header of ours that the server reads is declared, and every declared one is read', () => {
  const texts = sourcePaths('server')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readSourceFile(path).text)
    .join('\n')
  const read = [...texts.matchAll(/headers\[['"]([\w-]+)['"]\]/g)].map(([, name]) => name as string)
  const declared = Object.keys(requestHeaders).map((name) => name.toLowerCase())
  expect(read.filter((name) => ![...declared, ...ofHttp].includes(name))).toEqual([])
  const byName = ['blade-language', 'blade-texts']
  expect(declared.filter((name) => !read.includes(name) && !byName.includes(name))).toEqual([])
})

test('what an answer lacks of the fields that the document requires is named by its place', () => {
  const [list, detail] = [post.calls.list, post.calls.detail]
  const row = { ...Object.fromEntries(Object.keys(base).map((name) => [name, null])), postName: '经理' }
  const page = { records: [row], total: 1, size: 10, current: 1, pages: 1 }
  const answer = (data: unknown) => ({ code: 200, success: true, data, msg: '' })
  expect(missingFields(list, answer(page))).toEqual([])
  expect(missingFields(detail, answer(row))).toEqual([])
  expect(missingFields(detail, answer(null))).toEqual([])
  const { postName: _, ...nameless } = row
  expect(missingFields(list, answer({ ...page, records: [row, nameless] }))).toEqual(['.data.records[].postName'])
  const { total: __, ...endless } = page
  expect(missingFields(list, answer(endless))).toEqual(['.data.total'])
  expect(missingFields(region.calls.detail, answer({}))).toEqual([])
  expect(missingFields(detail, { code: 200 })).toEqual(['.success', '.data', '.msg'])
})
