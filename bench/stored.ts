import type { Endpoint } from '#contract/kit/call.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { parts, partsWithCalls } from '#contract/project/parts.ts'
import { template } from '#contract/project/template.ts'
import { startOfStage } from '#server/seed/demo/declarations.ts'
import { startDemoServer } from './demo-server.ts'
import { cpuOf, login } from './servers.ts'

/**
 * `npm run bench stored [WORD]`: stores the largest documents that a declaration can have, and prints what small calls about it cost
 * then. Goal: at most 250 ms of processor time each (docs/decisions/0102). `WORD` selects documents. Takes about two minutes.
 */
const goal = 250
const repetitions = 7
/** Characters that a part may have, without the ids of rows, which the server adds. */
const maxLength = 200_000
const lengthOfId = ',"id":"0123456789ab"'.length

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** The value of a field that is no group and no list; texts have about this many characters. */
type ValueOf = (field: Field, length: number) => unknown
interface Size {
  readonly rows: number
  readonly length: number
}

const documentOf = (fields: Fields, of: ValueOf, { rows, length }: Size): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { direction }]) => direction !== 'out')
      .map(([name, field]) => {
        const inner = () => documentOf(field.fields ?? {}, of, { rows, length })
        if (field.kind === 'one') return [name, inner()]
        return [name, field.kind === 'many' ? Array.from({ length: rows }, inner) : of(field, length)]
      }),
  )

/** The largest document of a part: 800 rows in each list with texts as long as there is room for, else fewer rows. */
const largestDocument = (fields: Fields, of: ValueOf): Record<string, unknown> => {
  const sizes = [
    ...[1000, 700, 500, 400, 300, 200, 150, 100, 70, 50, 40, 30, 20, 10, 5, 1].map((length) => ({ rows: 800, length })),
    ...[700, 600, 500, 400, 300, 200].map((rows) => ({ rows, length: 1 })),
  ]
  const lists = Object.values(fields).filter(({ kind }) => kind === 'many').length
  const fits = (size: Size) =>
    JSON.stringify(documentOf(fields, of, size)).length + lists * size.rows * lengthOfId <= maxLength
  return documentOf(fields, of, sizes.find(fits) ?? { rows: 1, length: 1 })
}

const isText = ({ kind }: Field) => kind === 'text' || kind === 'longText'
const isCoded = ({ kind }: Field) => kind.startsWith('dict') || kind.startsWith('code')
const faulty: Readonly<Record<string, ValueOf>> = {
  'nothing filled in': () => null,
  'wrong in every cell': () => '?',
  'codes that do not exist': (field) => (isCoded(field) ? 999 : 1),
  'long texts': (field, length) => (isText(field) ? '字'.repeat(length) : 1),
  'characters of several code units': (field, length) => (isText(field) ? 'e\u0301'.repeat(length) : 1),
}
const validOf =
  (letter: string, operator: number): ValueOf =>
  (field, length) => {
    if (field.rule === 'year') return '2026'
    if (field.of === 'project_facilities_operator') return operator
    if (isText(field)) return letter.repeat(Math.min(length, field.max ?? 255))
    if (field.kind === 'date') return '2026-01-01'
    return field.kind.startsWith('file') ? null : 1
  }

const server = await startDemoServer()

interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}
type Send = (endpoint: unknown, input: Record<string, unknown>) => Promise<Answer>

const sendAs = async (account: string, password = server.password): Promise<Send> => {
  const token = await login(server.url, account, password)
  const headers = {
    authorization: `Basic ${btoa('saber:')}`,
    'content-type': 'application/json',
    'blade-auth': `bearer ${token}`,
  }
  return async (endpoint, input) => {
    const { method, path } = endpoint as Endpoint
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const before = cpuOf(server.pid)
    const body = method === 'POST' ? { body: JSON.stringify(input) } : {}
    const response = await fetch(`${server.url}${path}${query}`, { method, headers, ...body })
    const text = await response.text()
    return { status: response.status, text, ms: (cpuOf(server.pid) - before) * 1000 }
  }
}

const printCost = (ms: number, { status, text }: Answer, label: string) => {
  const verdict = ms <= goal ? '' : '  MISSED'
  printLine(`${String(Math.round(ms)).padStart(6)} ms  ${status}  ${label}, answer of ${text.length}${verdict}`)
}

/** Stores a document in each of these parts. */
const store = async (send: Send, id: string, codes: readonly string[], of: ValueOf) => {
  for (const { code, fields } of parts.filter((part) => codes.includes(part.code))) {
    const save = partsWithCalls.find((part) => part.code === code)?.calls.save ?? declaration.calls.update
    const input = { ...largestDocument(fields, of), ...(code === 'information' ? { id } : { pid: id }) }
    const answer = await send(save, input)
    printCost(answer.ms, answer, `save ${code} of ${Buffer.byteLength(JSON.stringify(input))}`)
  }
}

const measure = async (send: Send, label: string, endpoint: unknown, input: Record<string, unknown>) => {
  const answers: Answer[] = []
  for (let n = 0; n < repetitions; n++) answers.push(await send(endpoint, input))
  printCost(median(answers.map(({ ms }) => ms)), answers.at(-1) as Answer, label)
}

const measureCalls = async (send: Send, id: string) => {
  await measure(send, 'save a contact', contact.calls.save, { pid: id, leaderName: '李静' })
  await measure(send, 'save a network', facilities.calls.save, { pid: id, network: { slices: 1 } })
  await measureReading(send, id)
  await measure(send, 'submit', declaration.calls.submitStatus, { id, action: 'submit', confirmTruth: 1 })
}
const measureReading = async (send: Send, id: string) => {
  await measure(send, 'status', declaration.calls.getStatus, { id })
  await measure(send, 'open contact', contact.calls.detail, { pid: id })
  await measure(send, 'open facilities', facilities.calls.detail, { pid: id })
  await measure(send, 'information', declaration.calls.detail, { id })
  await measure(send, 'compare', declaration.calls.compare, { id })
  await measure(send, 'list', declaration.calls.page, { size: 10 })
  await measure(send, 'my matters', myMatters.read, {})
}

const accountOf = (n: number) => `company${String(n + 1).padStart(3, '0')}`
const ownDeclaration = async (send: Send): Promise<string> =>
  JSON.parse((await send(declaration.calls.page, { size: 1 })).text).data.records[0].id

const word = process.argv[2] ?? ''
const draftSend = await sendAs(accountOf(0))
const draft = await ownDeclaration(draftSend)
for (const [name, of] of Object.entries(faulty).filter(([one]) => one.includes(word))) {
  printLine(`\n${name}`)
  await store(
    draftSend,
    draft,
    parts.map(({ code }) => code),
    of,
  )
  await measureCalls(draftSend, draft)
}

/** Keeps all windows open, so that the oldest declarations can be submitted again. */
const openWindows = async () => {
  const send = await sendAs('admin', server.adminPassword)
  for (const { id } of JSON.parse((await send(template.calls.page, { size: 100 })).text).data.records)
    await send(template.calls.update, { id, closeAt: '2099-12-31 23:59:59' })
}

/** Submits twice with other values in all long lists, so that two large versions can be compared. */
if ('valid'.includes(word)) {
  printLine('\nvalid, submitted twice')
  const send = await sendAs(accountOf(startOfStage(10)))
  const id = await ownDeclaration(send)
  await openWindows()
  const { operators } = JSON.parse((await send(declaration.calls.detail, { id })).text).data
  const operator = Number(String(operators).split(',')[0])
  const officerSend = await sendAs('demo.city')
  for (const letter of ['甲', '乙']) {
    const withdrawal = await send(declaration.calls.submitStatus, { id, action: 'withdraw', comment: '更正' })
    printCost(withdrawal.ms, withdrawal, 'withdraw')
    await store(send, id, ['factory', 'facilities', 'innovation', 'implementation'], validOf(letter, operator))
    const submission = await send(declaration.calls.submitStatus, { id, action: 'submit', confirmTruth: 1 })
    printCost(submission.ms, submission, 'submit')
    if (submission.status !== 200) printLine(submission.text.slice(0, 500))
  }
  await measureReading(send, id)
  printLine('\nthe same, as officer')
  await measureReading(officerSend, id)
}
await server.stop()
