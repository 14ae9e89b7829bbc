import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import type { ClaimedRun } from './claim.ts'
import { engineClock } from './engine-clock.ts'
import { databaseTime } from './job-plan.ts'
import { retentionDays } from './old-jobs.ts'
import type { RunLog } from './processor.ts'

/** Log types and levels of a job (B§9). */
export const logTypes = { online: 1, local: 2, stdout: 3, localAndOnline: 4, none: 999 } as const
const levels = { debug: 1, info: 2, warn: 3, error: 4 } as const
type Level = keyof typeof levels

const defaultMaxLines = 10_000
const maxBytes = 2 * 1024 * 1024

const logIsFull: Text = ['日志已达上限，后续内容不再记录', 'The log is full; further lines are not stored']

/** The attempt that lines belong to. */
type LoggedRun = Pick<ClaimedRun, 'id' | 'attempt'>

interface Line {
  readonly level: number
  /** When it was written, in milliseconds of this process. */
  readonly moment: number
  readonly content: string
  /** Absent if both languages have the same line. */
  readonly english: string | null
}

/** Where lines go: the table that the console shows, a file of the day, or the output of the process. */
type Sink = (lines: readonly Line[]) => Promise<unknown>

const tableSink =
  (app: App, { id, attempt }: LoggedRun, clock: Fragment): Sink =>
  (lines) =>
    run(
      app.db,
      sql`insert into job_log (run_id, attempt, level, at, content, content_en)
        select ${id}, ${attempt}, v.level, ${clock} - make_interval(secs => v.age), v.content, v.english
        from unnest(${lines.map(({ level }) => level)}::smallint[],
          ${lines.map(({ moment }) => (performance.now() - moment) / 1000)}::float8[], ${lines.map(({ content }) => content)}::text[],
          ${lines.map(({ english }) => english)}::text[]) as v (level, age, content, english)`,
    )

const logDirectory = (app: App) => join(app.env.dataDir, 'job-logs')

const dayMs = 86_400_000

/** Deletes the files of this process that are older than the runs that the database keeps. Resolves to their number. */
export const deleteOldLogFiles = async (app: App): Promise<number> => {
  const now = await databaseTime(app.db)
  const day = wireTime(new Date(now.getTime() - retentionDays * dayMs)).slice(0, 10)
  const names = await readdir(logDirectory(app)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old = names.filter((one) => one < day)
  for (const name of old) await rm(join(logDirectory(app), name), { force: true })
  return old.length
}

/** Nobody knows who will read a file or an output, so its lines are in both languages. */
const jsonLines = ({ id, attempt }: LoggedRun, lines: readonly Line[]) =>
  lines
    .map(({ level, moment, content, english }) => {
      const at = new Date(performance.timeOrigin + moment).toISOString()
      const both = english === null ? content : bilingual([content, english])
      return `${JSON.stringify({ run: id, attempt, level, at, content: both })}\n`
    })
    .join('')

const fileSink =
  (app: App, claimed: LoggedRun): Sink =>
  async (lines) => {
    const directory = logDirectory(app)
    await mkdir(directory, { recursive: true })
    await appendFile(join(directory, `${wireTime().slice(0, 10)}.log`), jsonLines(claimed, lines))
  }

interface LogOptions {
  readonly type: number
  /** Lines below this level are left out. */
  readonly level: number
  readonly maxLines?: number
  /** The present of the table's lines, in SQL. */
  readonly clock?: Fragment
}

const sinksOf = (app: App, claimed: LoggedRun, { type, clock = engineClock }: LogOptions): Sink[] => {
  const { online, local, stdout, localAndOnline } = logTypes
  return [
    ...(type === online || type === localAndOnline ? [tableSink(app, claimed, clock)] : []),
    ...(type === local || type === localAndOnline ? [fileSink(app, claimed)] : []),
    ...(type === stdout ? [async (lines: readonly Line[]) => process.stdout.write(jsonLines(claimed, lines))] : []),
  ]
}

/**
 * The log of a run. Lines are written at once; those that come while a write is in progress go together with the next one. At most
 * 10,000 lines or 2 MB are kept, and a last line says so. `flush` resolves once everything is written: call it before the run ends.
 */
export const openRunLog = (
  app: App,
  claimed: LoggedRun,
  options: LogOptions,
): RunLog & { readonly flush: () => Promise<void> } => {
  const { level: minimum, maxLines = defaultMaxLines } = options
  const sinks = sinksOf(app, claimed, options)
  let queue: Line[] = []
  let writing: Promise<void> | null = null
  let [lineCount, byteCount] = [0, 0]
  const write = async () => {
    while (queue.length > 0) {
      const lines = queue
      queue = []
      for (const sink of sinks)
        await sink(lines).catch((error: unknown) => app.log.warn({ err: error }, 'lines of a job were not logged'))
    }
    writing = null
  }
  const add = (level: number, line: string | Text) => {
    if (level < minimum || sinks.length === 0 || lineCount > maxLines || byteCount > maxBytes) return
    lineCount++
    byteCount += Buffer.byteLength(typeof line === 'string' ? line : line.join(''))
    const isLast = lineCount > maxLines || byteCount > maxBytes
    const text = isLast ? logIsFull : line
    const [content, english] = typeof text === 'string' ? [text, null] : text
    queue.push({ level: isLast ? levels.warn : level, moment: performance.now(), content, english })
    writing ??= write()
  }
  const lineOf = (level: Level) => (line: string | Text) => add(levels[level], line)
  return {
    debug: lineOf('debug'),
    info: lineOf('info'),
    warn: lineOf('warn'),
    error: lineOf('error'),
    flush: async () => {
      while (writing) await writing
    },
  }
}
