import { hostname, userInfo } from 'node:os'
import { basename } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/** The commands of backups, by their names in the audit. */
const commands = { backup: 'backup', restore: 'restore', verifyBackup: 'verify-backup' } as const
export type BackupCommand = keyof typeof commands

/** Who ran the command: the command line has no session, only the account of the system. */
const systemAccount = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // the user of a container may have no name
    return `${process.getuid?.() ?? ''}@${hostname()}`
  }
}

/** What a command has done. */
export interface Done {
  /** The backup, or the directory of one that was not made. */
  readonly file: string
  readonly result: Text
}

const reasonOf = (error: unknown): Text => {
  if (error instanceof Fail) return error.text
  const message = error instanceof Error ? error.message : String(error)
  return [message, message]
}

const isPlatform = async (db: Db): Promise<boolean> => {
  const [row] = await run<{ found: boolean }>(db, sql`select to_regclass('audit') is not null as found`)
  return row?.found === true
}

const noteFailure: Text = ['未能写入审计日志：{0}', 'This could not be noted in the audit: {0}']

/**
 * Runs a command and notes in the audit of this database what it has done, or why it has failed. A database without an audit is none of
 * the platform. A note that cannot be stored does not make the command fail: its result is as good as with one.
 */
export const withNote = async (
  { db, log }: { readonly db: Db; readonly log: (text: Text) => void },
  verb: BackupCommand,
  file: string,
  work: () => Promise<Done>,
): Promise<Text> => {
  const note = async (at: string, outcome: 0 | 1, words: object) => {
    if (!(await isPlatform(db))) return
    await db
      .insertInto('audit')
      .values({
        ...{ createBy: `npm run ${commands[verb]}`, requestId: 'command-line' },
        ...{ entity: 'backup', rowId: '0', rowTitle: basename(at), verb, outcome },
        after: JSON.stringify({ file: at, systemAccount: systemAccount(), ...words }),
      })
      .execute()
  }
  const attempt = (...args: Parameters<typeof note>) =>
    note(...args).catch((error: unknown) => log(fill(noteFailure, localize(reasonOf(error), 'en'))))
  const done = await work().catch(async (error: unknown) => {
    await attempt(file, 0, { refusal: reasonOf(error) })
    throw error
  })
  await attempt(done.file, 1, { result: done.result })
  return done.result
}
