import fc from 'fast-check'
import type { Db } from '#server/base/database/db.ts'
import { declarationAfter } from './declaration-steps.ts'

const templateId = '500'

/** Six declarations at stages of reviewers, and a template. */
export const someDeclarations = async (db: Db): Promise<string[]> => {
  const days = { noticeDays: 5, maxPerCompany: 1, openAt: '2026-01-01 00:00:00', closeAt: '2026-02-01 00:00:00' }
  const template = {
    templateName: '批次',
    year: '2026',
    kind: 1 as const,
    enabled: 1,
    allowRedeclare: 0,
    materials: '[]',
  }
  await db
    .insertInto('template')
    .values({ ...template, ...days, id: templateId })
    .execute()
  const place = { city: '320500', province: '320000', experts: ['21', '22'], furthestStage: 20 }
  const rows = await Promise.all([20, 30, 30, 40, 40, 50].map((stage) => declarationAfter(db, [], stage, place)))
  return rows.map(({ id }) => id)
}

/** Random steps of them: what a step says, the columns that change with it, and in which order. */
export const stepArb = fc.record({
  nth: fc.nat(5),
  move: fc.constantFrom('provinceApprove', 'score', 'score', 'object', 'dismiss', 'submit'),
  to: fc.constantFrom(null, null, null, 5, 5, 10, 25, 30, 40, 50, 60, 70),
  userId: fc.constantFrom(null, '7', '21', '22'),
  office: fc.constantFrom(null, 'province_miit', 'province_ca'),
  conflict: fc.constantFrom(false, false, true),
  createTime: fc.constantFrom('2025-01-01 00:00:00', '2025-01-03 12:00:00', '2025-02-01 08:00:00'),
  order: fc.constantFrom('step first', 'step last', 'no step', 'no change'),
  values: fc.record(
    {
      city: fc.constantFrom(null, '320500', '320100', '330100'),
      province: fc.constantFrom(null, '320000', '330000'),
      operators: fc.constantFrom(null, [], [1], [2, 1]),
      organizationCode: fc.constantFrom('A', 'B'),
      invitedCode: fc.constantFrom(null, null, null, 'A', 'B'),
      experts: fc.constantFrom(null, [], ['21'], ['21', '22']),
      templateId: fc.constantFrom(null, templateId),
      stageSince: fc.constantFrom('2025-01-01 00:00:00', '2026-01-01 00:00:00'),
      noticeUntil: fc.constantFrom(null, '2025-01-01 00:00:00', '2125-01-01 00:00:00'),
      stageUntil: fc.constantFrom(null, '2025-01-01 00:00:00', '2026-01-01 00:00:00'),
      correctionUntil: fc.constantFrom(null, '2025-01-01 00:00:00', '2026-02-01 00:00:00'),
      applyTime: fc.constantFrom(null, '2025-01-31 23:59:59', '2025-02-01 00:00:00'),
      furthestStage: fc.constantFrom(null, 10, 20),
      isDeleted: fc.constantFrom(0, 0, 1),
      tenantId: fc.constantFrom('000000', '000000', '111111'),
    },
    { requiredKeys: [] },
  ),
  isRolledBack: fc.constantFrom(false, false, false, true),
})
type RandomStep = typeof stepArb extends fc.Arbitrary<infer T> ? T : never

/** Without a lock before it, as no step of the platform is written. */
const write = async (inside: Db, ids: readonly string[], { nth, to, order, values, ...rest }: RandomStep) => {
  const id = ids[nth] as string
  const { isRolledBack: _, ...said } = rest
  const { declareStatus } = await inside
    .selectFrom('declaration')
    .select('declareStatus')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fromStage = declareStatus ?? 0
  const toStage = to ?? fromStage
  const step = { ...said, pid: id, fromStage, toStage, loop: 0, comment: null, remarks: '[]', score: 80 }
  const insert = () => inside.insertInto('declarationMove').values(step).execute()
  if (order === 'step first' || order === 'no change') await insert()
  if (order !== 'no change')
    await inside
      .updateTable('declaration')
      .set({ ...values, declareStatus: toStage } as never)
      .where('id', '=', id)
      .execute()
  if (order === 'step last') await insert()
}

class RolledBack extends Error {}

/** One writer: each step is a transaction of its own. */
export const writeSteps = async (db: Db, ids: readonly string[], steps: readonly RandomStep[]): Promise<void> => {
  for (const step of steps)
    await db
      .transaction()
      .execute(async (inside) => {
        await write(inside, ids, step)
        if (step.isRolledBack) throw new RolledBack()
      })
      .catch((error) => {
        if (!(error instanceof RolledBack)) throw error
      })
}

/** Gives the template of the declarations another length of the public notice. */
export const setNoticeDays = (db: Db, noticeDays: number) =>
  db.updateTable('template').set({ noticeDays }).where('id', '=', templateId).execute()

/** Gives it another end of its window. */
export const setWindow = (db: Db, closeAt: string) =>
  db.updateTable('template').set({ closeAt }).where('id', '=', templateId).execute()
