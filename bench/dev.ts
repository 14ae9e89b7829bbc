import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findHome } from '#server/base/database/postgres-home.ts'
import { copyTree } from '../tools/copy-tree.ts'
import { login, type Server, startServer } from './servers.ts'

/**
 * `npm run bench dev`: runs `npm run dev` on a copy of the sources. Measures milliseconds from the save of a file to the first
 * response of the new code, while another client sends requests without pause; the same for a page with `--like-production`.
 */
const maxMs = 2000
const rounds = 5
const deadline = 60_000
const password = 'Bq-mztvk-913Rw'
const list = '/api/caict-system/post/list'

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

interface Change {
  readonly name: string
  readonly save: (round: number, mark: string) => void
  /** Path whose response contains the mark once the new code runs. */
  readonly address: string
}

const { tree, dataDir, remove } = copyTree()

/** An edit of a file in the copy: every round replaces `before` by text with its mark. */
const edit = (path: string, before: string, after: (mark: string) => string): Change['save'] => {
  const text = readFileSync(join(tree, path), 'utf8')
  if (!text.includes(before)) throw new Error(`${path} no longer contains "${before}".`)
  return (_round, mark) =>
    writeFileSync(
      join(tree, path),
      text.replace(before, () => after(mark)),
    )
}

const addMigration: Change['save'] = (round, mark) => {
  const row = `insert into post (category, post_code, post_name, sort) values (1, 'bench-${round}', '${mark}', 1);`
  writeFileSync(join(tree, `server/migrations/900${round}-bench.sql`), row)
}

const handlers = "export const postHandlers: Handlers<'post'> = {"
const refuseAll = (mark: string) =>
  `import { Fail } from '#contract/kit/fail.ts'\n${handlers} list: () => { throw new Fail(['${mark}', '${mark}']) },`

/** The order matters: after the last change the list only returns errors. */
const changes: readonly Change[] = [
  { name: 'a new migration', save: addMigration, address: list },
  {
    name: 'contract/system/post.ts',
    save: edit('contract/system/post.ts', '岗位排序', (mark) => mark),
    address: `${list}?sort=x`,
  },
  {
    name: 'server/system/people/post.ts',
    save: edit('server/system/people/post.ts', handlers, refuseAll),
    address: list,
  },
]

const title = '5G工厂项目申报与公共服务'
const page: Change = {
  name: 'web/portal/home/banner.tsx',
  save: edit('web/portal/home/banner.tsx', title, (mark) => mark),
  address: '/Home',
}

const start = (...options: string[]) =>
  startServer(
    ['tools/run.mjs', 'dev', ...options],
    {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      PAGES_PORT: '0',
      SEED: 'none',
      CAPTCHA: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: password,
    },
    tree,
  )

const request = async (server: Server, address: string, token: string): Promise<Response> =>
  fetch(server.url + address, { headers: { 'blade-auth': `bearer ${token}` } })

/** Milliseconds from the save to the response with the mark, for each round. */
const measure = async (server: Server, token: string, { name, save, address }: Change): Promise<number[]> => {
  const durations: number[] = []
  for (let round = 0; round < rounds; round++) {
    const mark = `round-${round}-of-${name.length}`
    const startTime = performance.now()
    save(round, mark)
    while (!(await (await request(server, address, token)).text()).includes(mark)) {
      if (performance.now() - startTime > deadline) throw new Error(`${name}: no response of the new code.`)
      await sleep(5)
    }
    durations.push(performance.now() - startTime)
    // pause between two saves, as a person would
    await sleep(1000)
  }
  return durations
}

/** Sends requests without pause; resolves to the numbers of responses and of server failures. */
const read = async (server: Server, token: string, signal: AbortSignal) => {
  let [answers, failures] = [0, 0]
  for (; !signal.aborted; answers++) {
    const isOk = await request(server, list, token).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (!isOk) failures++
    await sleep(5)
  }
  return { answers, failures }
}

const report = (name: string, durations: number[], limit?: number) => {
  const medianMs = median(durations)
  const roundedDurations = durations.map((duration) => Math.round(duration)).join(' ')
  const verdictText = limit === undefined ? '' : ` (<= ${limit} ${verdict(medianMs <= limit)})`
  printLine(`${name.padEnd(28)}${String(Math.round(medianMs)).padStart(6)} ms${verdictText}   ${roundedDurations}`)
}

const postmasterId = () => readFileSync(join(findHome(dataDir).data, 'postmaster.pid'), 'utf8').split('\n')[0]

const measureServer = async () => {
  const server = await start()
  try {
    const token = await login(server.url, 'admin', password)
    const before = postmasterId()
    const controller = new AbortController()
    const readerResult = read(server, token, controller.signal)
    for (const change of changes) report(change.name, await measure(server, token, change), maxMs)
    controller.abort()
    const { answers, failures } = await readerResult
    printLine(`meanwhile ${answers} requests, of which ${failures} failed (<= 0 ${verdict(failures === 0)})`)
    printLine(`PostgreSQL stayed up: ${verdict(postmasterId() === before)}\n`)
  } finally {
    await server.stop()
  }
}

const measurePages = async () => {
  const server = await start('--like-production')
  try {
    report(`${page.name}, built`, await measure(server, '', page))
  } finally {
    await server.stop()
  }
}

const load = loadavg()[0]?.toFixed(1)
printLine(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, load ${load}; medians of ${rounds}\n`)
try {
  await measureServer()
  await measurePages()
} finally {
  remove()
}
