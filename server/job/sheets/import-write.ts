import { addCallOf, editCallOf, type Import } from '#contract/job/importing.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { isDeniedByApiScope } from '../../engine/api-scope-match.ts'
import { identifier } from '../../engine/column-types.ts'
import { requirePermission, tx, type UserCtx } from '../../engine/context.ts'
import { failOf } from '../../engine/errors.ts'
import { rowFilter } from '../../engine/scope.ts'
import { ancestorsOf, sortParentsFirst, type ValidatedLine } from './import-rows.ts'
import type { HandlerLookup } from './row-stream.ts'

/** The initial password of a new account. */
export interface InitialPassword {
  readonly account: string
  readonly password: string
}

const dictionaries = ['dict', 'dictBiz']

/** Sets the parent of a dictionary entry: the head entry of its code. Throws if there is none. */
const withParent = async (ctx: UserCtx, { entity }: Import, value: Readonly<Record<string, unknown>>) => {
  if (!dictionaries.includes(entity.name) || value.dictKey === '-1') return value
  const [head] = await run<{ id: string }>(
    ctx.db,
    sql`select id::text from ${identifier(entity.name)}
      where code = ${String(value.code)} and dict_key = '-1' and ${rowFilter(ctx, entity)}`,
  )
  if (head) return { ...value, parentId: head.id }
  const text: Text = ['字典编号“{0}”不存在，文件中也没有', 'The dictionary “{0}” does not exist and is not in the file']
  throw new Fail(fill(text, String(value.code)), 400, {
    faults: [{ at: 'code', text: fill(text, String(value.code)) }],
  })
}

/** Writes a line as its screen would: with the same handler, permissions, rules and audit. */
const write = async (
  ctx: UserCtx,
  spec: Import,
  handlerOf: HandlerLookup,
  { value, id }: ValidatedLine,
): Promise<InitialPassword | null> => {
  const { name, code } = spec.entity
  requirePermission(ctx, `${code}_${id ? 'edit' : 'add'}`)
  const call = id ? editCallOf(spec.entity) : addCallOf(spec.entity)
  if (call && isDeniedByApiScope(ctx.actor.rights, call.path)) throw denied()
  const save = handlerOf(`${name}.submit`) ?? handlerOf(`${name}.${id ? 'update' : 'save'}`)
  if (!save) throw new Error(`${name} cannot be saved.`)
  const input = id ? { ...value, id } : await withParent(ctx, spec, value)
  const { initialPassword } = (await save(ctx, input)) as { initialPassword?: string | null }
  return initialPassword ? { account: String(value.account), password: initialPassword } : null
}

/** Lines per dry run: a small number holds locks only briefly. */
const batchSize = 50

class Rollback extends Error {}

const dryRun = async (ctx: UserCtx, act: (inside: UserCtx) => Promise<void>) => {
  const attempt = tx(ctx, async (inside) => {
    await act(inside)
    throw new Rollback()
  })
  await attempt.catch((error) => {
    if (!(error instanceof Rollback)) throw error
  })
}

const inSavepoint = async (ctx: UserCtx, act: () => Promise<unknown>): Promise<unknown> => {
  await sql`savepoint line`.execute(ctx.db)
  try {
    await act()
    await sql`release savepoint line`.execute(ctx.db)
    return null
  } catch (error) {
    await sql`rollback to savepoint line`.execute(ctx.db)
    return error
  }
}

const addFaults = (line: ValidatedLine, error: unknown) => {
  const fail = failOf(error)
  if (fail.code >= 500) throw error
  const { faults } = fail.detail
  if (faults?.length) line.faults.push(...faults.map(({ at, text }) => ({ field: at, text })))
  else line.faults.push({ field: null, text: fail.text })
}

/** Writes the valid lines and rolls back: adds the faults that the screens would report, and changes nothing. */
export const tryLines = async (
  ctx: UserCtx,
  spec: Import,
  handlerOf: HandlerLookup,
  validatedLines: readonly ValidatedLine[],
  step: (done: number) => Promise<void>,
): Promise<void> => {
  const validLines = sortParentsFirst(validatedLines).filter(({ faults }) => faults.length === 0)
  for (let i = 0; i < validLines.length; i += batchSize) {
    const batchLines = validLines.slice(i, i + batchSize)
    const ancestors = new Set(
      batchLines.flatMap(ancestorsOf).filter((line) => line.faults.length === 0 && !batchLines.includes(line)),
    )
    await dryRun(ctx, async (inside) => {
      for (const line of sortParentsFirst([...ancestors]))
        await inSavepoint(inside, () => write(inside, spec, handlerOf, line))
      for (const line of batchLines) {
        const error = await inSavepoint(inside, () => write(inside, spec, handlerOf, line))
        if (error) addFaults(line, error)
        await step(i)
      }
    })
  }
}

const rowMessage: Text = ['第 {0} 行：{1}', 'Row {0}: {1}']

/** Writes all of these lines in the transaction of `ctx`; the first error rejects all. */
export const writeLines = async (
  ctx: UserCtx,
  spec: Import,
  handlerOf: HandlerLookup,
  validatedLines: readonly ValidatedLine[],
  step: (done: number) => Promise<void>,
): Promise<InitialPassword[]> => {
  const passwords: InitialPassword[] = []
  for (const [i, validatedLine] of sortParentsFirst(validatedLines).entries()) {
    try {
      const password = await write(ctx, spec, handlerOf, validatedLine)
      if (password) passwords.push(password)
    } catch (error) {
      const fail = failOf(error)
      throw fail.code >= 500 ? error : new Fail(fill(rowMessage, validatedLine.line.n, fail.text))
    }
    await step(i + 1)
  }
  return passwords
}
