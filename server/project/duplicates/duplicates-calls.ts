import { denied, Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { isBlankText } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Documents } from '#contract/project/draft-values.ts'
import type { ComparedPlace, DuplicateCheck, duplicates } from '#contract/project/duplicates.ts'
import { stageOf } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, tx, type UserCtx } from '../../engine/context.ts'
import { readablePlaces } from '../draft/readable-places.ts'
import { type DeclarationRow, lockDeclaration, readDeclaration } from '../record/declaration-row.ts'
import { isOfficerOf } from '../review/timeline.ts'
import { readTemplate } from '../template/template-row.ts'
import { comparePlaces } from './compare-places.ts'
import { countMatches, isVisibleMatch, lastCheck, readDuplicates } from './read-duplicates.ts'
import { templateWords } from './template-words.ts'

/** Who reviews a declaration reads its duplicates; nobody else does, whoever they are (docs/decisions/0161). */

const assertOfficer = (ctx: Ctx, row: DeclarationRow) => {
  if (!isOfficerOf(ctx, row)) throw denied()
}

const checkOf = async (ctx: Ctx, row: DeclarationRow) => {
  const check = await lastCheck(ctx, row.id)
  if (!check) throw notFound()
  return check
}

const read = async (ctx: Ctx, id: string): Promise<DuplicateCheck> => {
  const row = await readDeclaration(ctx, id)
  assertOfficer(ctx, row)
  return readDuplicates(ctx, row, await checkOf(ctx, row))
}

/** The submissions that were compared, which need not be what a declarant is correcting now. */
const comparedSubmissions = async ({ db }: Ctx, ids: readonly string[]): Promise<Map<string, Documents>> => {
  const rows = await run<{ id: string; snapshot: Documents }>(
    db,
    sql`select v.pid::text as id, v.snapshot from duplicate_signature s
      join declaration_version v on v.pid = s.declaration_id and v.loop = s.loop where s.declaration_id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, snapshot }) => [id, snapshot]))
}

const compare = async (ctx: Ctx, id: string, otherId: string): Promise<ComparedPlace[]> => {
  const row = await readDeclaration(ctx, id)
  assertOfficer(ctx, row)
  if (!(await isVisibleMatch(ctx, id, otherId))) throw notFound()
  const otherRow = await readDeclaration(ctx, otherId)
  const submissions = await comparedSubmissions(ctx, [id, otherId])
  const [own, other] = [submissions.get(id), submissions.get(otherId)]
  if (!own || !other) throw notFound()
  return comparePlaces(ctx, {
    own,
    other,
    words: templateWords(await readTemplate(ctx, row.templateId)),
    readable: [row, otherRow].map((one) => readablePlaces(ctx, one)),
  })
}

const changed: Text = [
  '申报已重新提交或查重尚未完成，请刷新后再登记',
  'It was submitted again, or is not compared yet; please reload first',
]
const notInReview: Text = [
  '该申报不在审核中，不能登记查重结论',
  'The declaration is not under review, so no conclusion can be recorded',
]

interface Conclusion {
  readonly loop: number
  readonly result: number
  readonly reason: string
}

/** Stores a conclusion beside the earlier ones; each is about the submission that its officer has read. */
const record = (ctx: UserCtx, id: string, { loop, result, reason }: Conclusion): Promise<DuplicateCheck> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, id)
    assertOfficer(inside, row)
    if (stageOf(row.declareStatus).phase !== 'review') throw new Fail(notInReview, 409)
    const check = await checkOf(inside, row)
    if (check.loop !== loop || check.checkedAt === null) throw new Fail(changed, 409)
    if (isBlankText(reason)) throw faulty([{ at: 'reason', text: ['请输入理由', 'Please give the reason'] }])
    const { count, degree } = await countMatches(inside, id)
    await run(
      inside.db,
      sql`insert into duplicate_result (declaration_id, loop, result, reason, matches, degree, user_id)
        values (${id}, ${loop}, ${result}, ${reason.trim()}, ${count}, ${degree}, ${inside.actor.id})`,
    )
    // without the reason: others read the audit than those who may read it
    await writeAudit(inside, 'declaration', id, 'recordDuplicates', null, { loop, result })
    return readDuplicates(inside, row, check)
  })

export const duplicatesCalls: CallHandlers<typeof duplicates> = {
  read: (ctx, { id }) => read(ctx, String(id)),
  compare: (ctx, { id, otherId }) => compare(ctx, String(id), String(otherId)),
  record: (ctx, { id, loop, result, reason }) =>
    record(ctx, String(id), { loop: Number(loop), result: Number(result), reason: String(reason) }),
}
