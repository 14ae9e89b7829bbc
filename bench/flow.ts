import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { open, requestOf, sendOnce } from './load.ts'
import { builtServer, cpuOf, login, memoryOf, type Server, startServer } from './servers.ts'

/**
 * `npm run bench flow`: completes tasks of declarations and reads 待办 on two servers with 300 and 10,000 running instances,
 * alternating in one run. The reader has 100 tasks on both. Measures the ratio of the durations, and the processor time of the server for one completion.
 */
const password = 'Bq-mztvk-913Rw'
const sizes = { small: 300, large: 10_000 } as const
const rounds = 12
const completionsPerRound = 15
const readsPerRound = 30
const goals = { completion: 1.3, list: 1.2, cpu: 15 }

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Repeats one declaration that waits for its acceptance, with instance, task and candidates, until `total` instances run. */
const addInstances = `
  with source as (
    select d.id as declaration, i.id as instance, t.id as task
    from declaration d join flow_instance i on i.business_table = 'declaration' and i.business_id = d.id and i.end_time is null
      join flow_task t on t.instance_id = i.id and t.end_time is null
    where d.declare_status = 10 order by d.id limit 1),
  copies as (
    select next_id() as declaration, next_id() as instance, next_id() as task, n
    from generate_series(1, $1::int - (select count(*)::int from flow_instance where end_time is null)) n),
  declarations as (
    insert into declaration select row.* from copies c, source s, declaration d,
      jsonb_populate_record(d, jsonb_build_object('id', c.declaration, 'declare_no', 'M' || c.n, 'process_instance_id', c.instance)) row
    where d.id = s.declaration returning 1),
  instances as (
    insert into flow_instance select row.* from copies c, source s, flow_instance i,
      jsonb_populate_record(i, jsonb_build_object('id', c.instance, 'business_id', c.declaration)) row
    where i.id = s.instance returning 1),
  tasks as (
    insert into flow_task select row.* from copies c, source s, flow_task t,
      jsonb_populate_record(t, jsonb_build_object('id', c.task, 'instance_id', c.instance)) row
    where t.id = s.task returning 1)
  insert into flow_task_candidate (task_id, kind, value)
    select c.task, v.kind, v.value from copies c, source s, flow_task_candidate v where v.task_id = s.task`

/** Gives the administrator the oldest of the copies. */
const assignTasks = `
  update flow_task set assignee = (select id from "user" where account = 'admin'), claim_time = now()
  where id in (select t.id from flow_task t join flow_instance i on i.id = t.instance_id
    join declaration d on d.id = i.business_id and i.business_table = 'declaration'
    where t.end_time is null and d.declare_no like 'M%' order by d.id limit 100)`

const query = async (
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly { id: string }[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(text, [...values])
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

interface Measured {
  readonly server: Server
  readonly token: string
  /** Declarations that wait for their acceptance. */
  readonly waiting: string[]
  readonly completions: number[]
  readonly lists: number[]
  /** Milliseconds of processor time for one completion, of each round. */
  readonly cpu: number[]
}

const timed = async (send: () => Promise<Buffer>): Promise<number> => {
  const startTime = performance.now()
  const { success, msg } = JSON.parse(String(await send())) as { success: boolean; msg: string }
  if (!success) throw new Error(msg)
  return performance.now() - startTime
}

const claim = (token: string, id: string | undefined) =>
  requestOf('POST', '/api/caict-porject/ProjectInformation/submitStatus', token, { id, action: 'claim' })
const todo = (token: string) => requestOf('GET', '/api/caict-flow/work/todo-list?current=1&size=10', token)

const round = async ({ server, token, waiting, completions, lists, cpu }: Measured) => {
  const connection = await open(server.url)
  const before = cpuOf(server.pid)
  for (let n = 0; n < completionsPerRound; n++)
    completions.push(await timed(() => connection.send(claim(token, waiting.pop()))))
  cpu.push(((cpuOf(server.pid) - before) / completionsPerRound) * 1000)
  for (let n = 0; n < readsPerRound; n++) lists.push(await timed(() => connection.send(todo(token))))
  connection.close()
}

const waitingReviews = `select id::text from declaration where declare_status in (10, 20, 30, 40, 50, 70)
  and process_instance_id is null and is_deleted = 0 limit 1`

/** The reviews of the demonstration data get their processes after the start, which must not count as work of a completion. */
const untilReplayed = async (url: string): Promise<void> => {
  while ((await query(url, waitingReviews)).length) await setTimeout(200)
}

const prepare = async (url: string, superUrl: string, home: string, size: number): Promise<Measured> => {
  const env = { DATA_DIR: home, DATABASE_URL: url, PORT: '0', SEED: 'demo', CAPTCHA: 'off', ADMIN_PASSWORD: password }
  const server = await startServer(builtServer, env)
  await untilReplayed(url)
  await query(url, addInstances, [size])
  await query(url, assignTasks)
  // as autovacuum would do after a minute of operation
  await query(superUrl, 'vacuum analyze')
  const rows = await query(
    url,
    `select id::text from declaration where declare_status = 10 and declare_no like 'M%' order by id`,
  )
  const waiting = rows.map(({ id }) => id)
  const token = await login(server.url, 'admin', password)
  await sendOnce(server.url, todo(token))
  return { server, token, waiting, completions: [], lists: [], cpu: [] }
}

const report = (name: string, small: readonly number[], large: readonly number[], goal: number) => {
  const [a, b] = [median(small), median(large)]
  printLine(
    `${name.padEnd(14)}${a.toFixed(1).padStart(8)}${b.toFixed(1).padStart(8)}   ${(b / a).toFixed(2)} (<= ${goal} ${verdict(b / a <= goal)})`,
  )
}

const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null))
try {
  await query(postgres.superUrl('postgres'), 'create database large owner platform')
  const small = await prepare(postgres.url(), postgres.superUrl('platform'), join(home, 'small'), sizes.small)
  const large = await prepare(postgres.url('large'), postgres.superUrl('large'), join(home, 'large'), sizes.large)
  for (let n = 0; n < rounds; n++) for (const one of n % 2 ? [large, small] : [small, large]) await round(one)
  printLine(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; one connection\n`)
  printLine(`median ms${String(sizes.small).padStart(13)}${String(sizes.large).padStart(8)}   ratio`)
  report('completion', small.completions, large.completions, goals.completion)
  report('待办 list', small.lists, large.lists, goals.list)
  const cpu = median([...small.cpu, ...large.cpu])
  printLine(
    `\nprocessor time of the server for one completion: ${cpu.toFixed(1)} ms (<= ${goals.cpu} ${verdict(cpu <= goals.cpu)})`,
  )
  printLine(
    `memory after the run: ${Math.round(memoryOf(small.server.pid))} and ${Math.round(memoryOf(large.server.pid))} MB`,
  )
  await small.server.stop()
  await large.server.stop()
} finally {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
