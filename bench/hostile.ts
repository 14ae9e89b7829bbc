import type { Endpoint } from '#contract/kit/call.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Route } from '#server/engine/context.ts'
import { routes } from '#server/routes.ts'
import { startDemoServer } from './demo-server.ts'
import { cpuOf, login } from './servers.ts'

/**
 * `npm run bench hostile [WORD]`: sends input made to be expensive to every call, with and without a session, and prints the
 * ten calls that took the most processor time. Goal: at most 250 ms with a session and 50 ms without (docs/decisions/0102).
 * `WORD` selects calls whose name contains it. Takes about ten minutes.
 */
const goals = { session: 250, visitor: 50 }
type Caller = keyof typeof goals

/** Calls with limits of their own: they end the session, hash a password, draw a captcha or keep a connection open. */
const excluded = [
  ...['auth.logout', 'auth.logoutPost', 'auth.lock', 'auth.unlock', 'user.updatePassword', 'messages.live'],
  ...['signOn.start', 'signOn.open'],
]

/** Calls whose cost is not compared with the goals, because they have limits of their own (docs/decisions/0102). */
const hasOwnLimit = (call: string) => /^(exports|sheets|imports)\./.test(call)

/** Bytes of a body: the most that a call takes. */
const maxBodies: Record<Caller, number> = { session: 1_000_000, visitor: 16_000 }
/** Texts of which repetitions are expensive for somebody: patterns, parsers, readers of markup, counters of characters. */
const pieces = [
  ...['a', '1', ' ', '字', 'e\u0301', '\u{1F468}\u200D\u{1F467}', 'a.js', '0-', ':', '/', '//a:', '%', '_', ',', '1,'],
  ...[
    '"',
    "'",
    '\\',
    '(',
    '[',
    '{',
    '${',
    '#{',
    '<',
    '<a ',
    '<p>',
    '<!--',
    '&',
    '&amp;',
    '<b a="',
    '</',
    '@',
    'a@',
    '.',
    '=',
  ],
  ...['\n', '\t', '\u00A0', '<ol><li>', '<table><tr>', '<bpmn:process id="', 'PT', 'https://'],
]

/** The longest texts that a call reads at all, in code units, by kind of field; whatever is longer is refused at once. */
const longest: Record<string, number> = {
  richText: 199_000,
  longText: 19_000,
  text: 4000,
  refs: 19_000,
  files: 19_000,
  secret: 1000,
}

/** A value of about `bytes` for each field, from repetitions of one text. */
const hostileValues = (fields: Fields, piece: string, bytes: number): Record<string, unknown> => {
  const names = Object.entries(fields).filter(([, { direction }]) => direction !== 'out')
  const share = Math.floor(bytes / Math.max(names.length, 1))
  return Object.fromEntries(names.map(([name, field]) => [name, hostileValue(field, piece, share)]))
}
const hostileValue = ({ kind, max = 0, fields = {} }: Fields[string], piece: string, bytes: number): unknown => {
  if (kind === 'one') return hostileValues(fields, piece, bytes)
  if (kind === 'many') {
    const rows = Math.min(1000, Math.max(1, Math.floor(bytes / 900)))
    return Array.from({ length: rows }, () => hostileValues(fields, piece, bytes / rows))
  }
  const length = Math.min(
    bytes / Buffer.byteLength(JSON.stringify(piece)),
    Math.max(longest[kind] ?? 64, max) / piece.length,
  )
  return piece.repeat(Math.max(1, Math.floor(length)))
}

/** Values just short enough to be read: characters of several code units, at the limit of each field. */
const longestAllowed = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, max = 255, fields: inner = {} }]) => {
      if (kind === 'many') return [name, Array.from({ length: 400 }, () => longestAllowed(inner))]
      if (kind === 'one') return [name, longestAllowed(inner)]
      if (kind === 'refs' || kind === 'files') return [name, Array.from({ length: 1000 }, (_, i) => `${10 ** 15 + i}`)]
      return [name, kind.endsWith('ext') ? 'e\u0301'.repeat(Math.min(max, 1500)) : '1']
    }),
  )

/** A process with as many elements as a file may have, which is laid out anew, with some attributes and content of each task. */
const largestProcess = (attributes: string, content: string): string => {
  const tasks = Array.from({ length: 150 }, (_, i) => `<userTask id="t${i}" ${attributes}>${content}</userTask>`)
  const flow = (i: number, from: string, to: string) =>
    `<sequenceFlow id="f${i}" sourceRef="${from}" targetRef="${to}"/>`
  const flows = tasks.map((_, i) => flow(i, i ? `t${i - 1}` : 's', `t${i}`))
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"
    targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><endEvent id="e"/>${tasks.join('')}${flows.join('')}
    ${flow(150, 't149', 'e')}</process></definitions>`
}
const attribute = 'flowable:candidateGroups="admin"'
const people = `<potentialOwner><resourceAssignmentExpression><formalExpression>user(1)</formalExpression>
  </resourceAssignmentExpression></potentialOwner>`
const processes = () => [
  largestProcess(attribute, '<documentation>说明</documentation>'),
  largestProcess(`${attribute} ${Array.from({ length: 40 }, (_, i) => `flowable:a${i}="1"`).join(' ')}`, ''),
  largestProcess('', people),
]

const numbered = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i]))
const nested = (depth: number): unknown => (depth ? { a: nested(depth - 1), b: [1] } : 1)

const bodiesFor = (endpoint: Endpoint, maxBody: number): string[] => {
  const fields = endpoint.input
  const list = Object.keys(fields)[0] ?? 'list'
  return [
    ...(fields.modelEditorXml ? processes().map((xml) => JSON.stringify({ modelEditorXml: xml })) : []),
    ...pieces.map((piece) => JSON.stringify(hostileValues(fields, piece, maxBody * 0.9))),
    JSON.stringify(
      Object.fromEntries(
        Object.keys(fields)
          .slice(0, 1)
          .map((name) => [name, 'a'.repeat(maxBody * 0.9)]),
      ),
    ),
    JSON.stringify(longestAllowed(fields)),
    JSON.stringify(numbered(maxBody / 16)),
    JSON.stringify(Array.from({ length: maxBody / 200 }, () => nested(8))),
    JSON.stringify(
      Array.from({ length: 1000 }, () => ({ ...hostileValues(fields, 'a.js', 400), stack: 'a.js'.repeat(100) })),
    ),
    JSON.stringify({ [list]: Array.from({ length: maxBody / 7 }, (_, i) => i) }),
  ].filter((body) => Buffer.byteLength(body) <= maxBody * 1.04)
}

/** Values of a query are cut: a request line has at most 16 kB. */
const shortQuery = (body: string): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(JSON.parse(body)).map(([name, value]) => [name, String(value).slice(0, 3000)])),
  )

interface Measured {
  readonly call: string
  readonly caller: Caller
  readonly ms: number
  readonly status: number
  readonly body: string
}

const allCalls = routes.filter(({ name, endpoint }) => !excluded.includes(name) && endpoint.body !== 'multipart')
const printLine = (line: string) => process.stdout.write(`${line}\n`)

const server = await startDemoServer()
const headers: Record<Caller, Record<string, string>> = { session: {}, visitor: {} }
const logIn = async () => {
  headers.session = { 'blade-auth': `bearer ${await login(server.url, 'admin', server.adminPassword)}` }
}

/** Processor time of the server for one request, in milliseconds. The system counts it in steps of ten. */
const costOf = async ({ endpoint }: Route, caller: Caller, body: string): Promise<{ ms: number; status: number }> => {
  const before = cpuOf(server.pid)
  const query =
    endpoint.method === 'GET' ? `?${new URLSearchParams(Object.entries(JSON.parse(body)))}`.slice(0, 15_000) : ''
  const response = await fetch(`${server.url}${endpoint.path}${query}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: { authorization: `Basic ${btoa('saber:')}`, 'content-type': 'application/json', ...headers[caller] },
    ...(endpoint.method === 'POST' ? { body } : {}),
  })
  await response.arrayBuffer()
  if (response.status === 401 && caller === 'session') await logIn()
  return { ms: (cpuOf(server.pid) - before) * 1000, status: response.status }
}

/** The dearest input of a call. What seems to exceed the goal is repeated: the least of three counts. */
const measure = async (route: Route, caller: Caller): Promise<Measured> => {
  let worst: Measured = { call: route.name, caller, ms: 0, status: 0, body: '' }
  const bodies = bodiesFor(route.endpoint, maxBodies[caller])
  for (const body of route.endpoint.method === 'GET' ? bodies.slice(0, pieces.length + 4).map(shortQuery) : bodies) {
    let { ms, status } = await costOf(route, caller, body)
    for (let again = 0; again < 2 && ms > goals[caller]; again++)
      ms = Math.min(ms, (await costOf(route, caller, body)).ms)
    if (ms > worst.ms) worst = { call: route.name, caller, ms, status, body: body.slice(0, 60) }
  }
  return worst
}

await logIn()
const word = process.argv[2] ?? ''
const results: Measured[] = []
for (const route of allCalls.filter(({ name }) => name.includes(word))) {
  if (route.endpoint.access === 'public') results.push(await measure(route, 'visitor'))
  results.push(await measure(route, 'session'))
}
await server.stop()

for (const caller of ['visitor', 'session'] as const) {
  const dearest = results.filter((one) => one.caller === caller).sort((a, b) => b.ms - a.ms)
  printLine(`\n${caller === 'visitor' ? 'without' : 'with'} a session: goal ${goals[caller]} ms of processor time`)
  for (const { call, ms, status, body } of dearest.slice(0, 10)) {
    const own = hasOwnLimit(call) ? '  (limit of its own)' : ''
    printLine(`${String(Math.round(ms)).padStart(6)} ms  ${status}  ${call}  ${JSON.stringify(body)}${own}`)
  }
  const isMet = dearest.every(({ call, ms }) => hasOwnLimit(call) || ms <= goals[caller])
  printLine(isMet ? 'met' : 'MISSED')
}
